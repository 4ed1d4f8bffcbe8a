// To duplicate its tab, a test makes the page dispatch this event.
addEventListener('duplicate-this-tab', () => chrome.runtime.sendMessage(null));

// A test makes its page dispatch this event.
addEventListener('duplicate-this-tab', () => chrome.runtime.sendMessage(null));

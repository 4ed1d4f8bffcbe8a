chrome.runtime.onMessage.addListener((_, { tab }) => {
  chrome.tabs.duplicate(tab.id);
});

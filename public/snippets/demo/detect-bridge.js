// In the head, so that the notice about a missing bridge never flashes.
document.documentElement.classList.toggle('bridged', 'bridge' in window);

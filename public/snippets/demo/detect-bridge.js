// This script is in the head, so that the notice about a missing bridge does not appear briefly.
document.documentElement.classList.toggle('bridged', 'bridge' in window);

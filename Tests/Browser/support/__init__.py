"""What the browser tests stand on: the demo as a process, Chromium, and a test case that joins the two."""

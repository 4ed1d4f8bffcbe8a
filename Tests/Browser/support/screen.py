import ctypes
import subprocess

# The names of the keys in X11.
ALT, LEFT = 0xFFE9, 0xFF51


class Screen:
    """A virtual screen with a keyboard, for keys that a browser's driver cannot press."""

    def __init__(self):
        self._process = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.display = ":" + self._process.stdout.readline().strip()

    def press_back(self):
        """Presses Alt and the left arrow, the shortcut of the browser's button "Back"."""
        x11, test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        display = ctypes.c_void_p(x11.XOpenDisplay(self.display.encode()))
        keys = [x11.XKeysymToKeycode(display, ctypes.c_ulong(key)) for key in (ALT, LEFT)]
        for key in keys:
            test.XTestFakeKeyEvent(display, key, 1, 0)
        for key in reversed(keys):
            test.XTestFakeKeyEvent(display, key, 0, 0)
        x11.XSync(display, 0)
        x11.XCloseDisplay(display)

    def quit(self):
        self._process.terminate()
        self._process.communicate()

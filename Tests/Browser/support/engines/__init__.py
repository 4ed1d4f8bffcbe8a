"""The three browsers: one interface, one file each."""
from .chromium_engine import ChromiumEngine, ChromiumWindowEngine
from .firefox_engine import FirefoxEngine
from .webkitgtk_engine import WebKitGTKEngine

ENGINES = (ChromiumEngine, FirefoxEngine, WebKitGTKEngine)

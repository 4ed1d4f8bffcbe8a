from support.browser_test_case import BrowserTestCase
from support.plain_server import PlainServer

# The page's first script. It records whether the bridge exists already, and the number of scripts.
FIRST = "<script>window.seen = [typeof window.bridge?.call, document.scripts.length];</script>"

# The names and contents of various documents. Each document except the empty ones has a script.
SHAPES = {
    "ordinary": f"<!doctype html><html><head><title>A</title>{FIRST}</head><body><p>ä</p></body></html>",
    "no-head": f"<!doctype html><html><body>{FIRST}<p>ä</p></body></html>",
    "no-html": f"<!doctype html><title>A</title>{FIRST}<p>ä",
    "no-doctype": f"<html><head>{FIRST}</head><body>ä</body></html>",
    "no-tags-but-one": f"{FIRST}ä",
    "text-first": f"ä {FIRST}",
    "comments-first": f"<!-- a --><!doctype html><!-- <head> --><html><!-- b --><head>{FIRST}</head><body>ä",
    "comment-without-doctype": f"<!-- <!doctype html> <head> -->{FIRST}ä",
    "comment-that-looks-ended": f"<!doctype html><!-- > <head> --!><html><head>{FIRST}</head>ä",
    "comment-of-nothing": f"<!doctype html><!--><html><head>{FIRST}</head>ä<!-- -->",
    "byte-order-mark": f"\ufeff<!doctype html><html><head>{FIRST}</head>ä",
    "byte-order-mark-alone-first": f"\ufeff{FIRST}ä",
    "head-in-script": f"<!doctype html><script>const s = '<head>';</script>{FIRST}<p>ä",
    "head-in-textarea": f"<!doctype html><textarea><head></textarea>{FIRST}<p>ä",
    "head-in-attribute": f"<!doctype html><html data-x='a><head>b'><head title='>'>{FIRST}</head>ä",
    "capitals": f"<!DOCTYPE HTML><HTML LANG=en><HEAD\n PROFILE=x >{FIRST}</HEAD><BODY>ä",
    "header-is-not-head": f"<!doctype html><header>ä</header>{FIRST}",
    "old-doctype": '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" '
        f'"http://www.w3.org/TR/html4/loose.dtd">\n<html><head>{FIRST}</head>ä',
    "quirky-doctype": f'<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><html><head>{FIRST}</head>ä',
    "doctype-with-bracket": f'<!DOCTYPE html SYSTEM "about:legacy-compat"><html><head>{FIRST}</head>ä',
    "xml-declaration": f'<?xml version="1.0"?><!doctype html><html><head>{FIRST}</head>ä',
    "space-first": f"\n \t\n<!doctype html>\n\n<html>\n<head>\n{FIRST}\n</head>\n<body>ä</body>\n</html>\n",
    "meta-charset": f"<!doctype html><html><head><meta charset=utf-8>{FIRST}</head>ä",
    "end-tag-first": f"</p><!doctype html></head>{FIRST}ä",
    "frameset": f"<!doctype html><html><head>{FIRST}</head><frameset></frameset></html>",
    "noscript": f"<!doctype html><noscript><head></noscript>{FIRST}ä",
    "empty": "",
    "only-space": "\n\n",
    "only-doctype": "<!doctype html>",
    "only-a-comment": "<!-- nothing -->",
}

DESCRIBE = """
    const [isServed] = arguments;
    const [shim, navigation] = isServed ? document.head.children : [];
    const seen = window.seen;
    const described = { mode: document.compatMode, charset: document.characterSet, scripts: seen?.[1] };
    described.shim = [shim?.getAttribute('src'), navigation?.getAttribute('src')];
    shim?.remove();
    navigation?.remove();
    described.html = document.documentElement.outerHTML;
    described.before = [...document.childNodes].map((node) => [node.nodeType, node.nodeValue]);
    described.bridge = seen?.[0];
    return described;"""


class InjectionTests(BrowserTestCase):
    """The page script is first in the head of every document, and does not change the document otherwise."""

    pages = {f"{name}.html": text for name, text in SHAPES.items()}

    def assert_shape(self, name):
        self.browser.get(f"{self.plain.address}/{name}.html")
        plain = self.run_script(DESCRIBE, False)
        self.open(f"/{name}.html")
        self.wait_for_connection()
        self.assertEqual(self.run_script("return bridge.call('addingOne', 5)"), 6)
        served = self.run_script(DESCRIBE, True)
        for part, script in zip(["bridge", "navigation"], served["shim"]):
            self.assertRegex(script or "", rf"^/_bridge/{part}-[0-9a-f]{{16}}\.js$")
        self.assertEqual(served["html"], plain["html"])
        for property in ("mode", "charset", "before"):
            self.assertEqual(served[property], plain[property], property)
        if FIRST in SHAPES[name]:
            self.assertEqual(plain["bridge"], "undefined")
            self.assertEqual(served["bridge"], "function")
            self.assertEqual(served["scripts"], plain["scripts"] + 2)

    def test_every_shape(self):
        self.plain = PlainServer(self.root)
        self.addCleanup(self.plain.close)
        for name in SHAPES:
            with self.subTest(name):
                self.assert_shape(name)

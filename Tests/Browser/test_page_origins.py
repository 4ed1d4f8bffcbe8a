from support import other_server_cases
from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.plain_server import PlainServer
from support.temporary_root import TemporaryRoot
from support.token_file import token_file


def named(address):
    """Returns the same address with the host name `localhost`."""
    return address.replace("127.0.0.1", "localhost")


def tag(address, attributes=""):
    """Returns the script tag for a page of another server."""
    return f'<script {attributes} src="{address}/_bridge/bridge.js"></script>'


def module(address):
    """Returns a script of the page that imports the bridge."""
    return f"""<script type=module>
        try {{
          const {{ default: bridge, call, ask, native }} = await import('{address}/_bridge/bridge.mjs');
          window.loaded = [bridge === window.bridge, call('addingOne', 1), await ask('addingOne', 2), await native.addingOne(3)];
        }} catch (error) {{
          window.loaded = String(error);
        }}
      </script>"""


@in_every_engine
class PageOrigins(other_server_cases.OtherServerCases):
    """A page on another port that loads the page script by a script tag (`--page-origin`)."""

    @classmethod
    def prepare_page_server(cls):
        cls.page_server = PlainServer(cls.folder.path)
        cls.addClassCleanup(cls.page_server.close)
        cls.page_address = named(cls.page_server.address)
        cls.program_arguments = ("--page-origin", cls.page_address)

    @classmethod
    def head(cls):
        return tag(named(cls.relay.address))


class LoadingTestCase(AcceptanceTestCase):
    """A page on another port, with one of two host names. Both servers know both names."""

    program_arguments = ()

    @classmethod
    def setUpClass(cls):
        folder = TemporaryRoot()
        cls.addClassCleanup(folder.remove)
        cls.page_server = PlainServer(folder.path)
        cls.addClassCleanup(cls.page_server.close)
        numeric = cls.page_server.address
        cls.program_arguments = (*cls.program_arguments, "--page-origin", numeric, "--page-origin", named(numeric))
        super().setUpClass()
        for prefix, address in ("numeric", cls.program.address), ("named", named(cls.program.address)):
            folder.write(f"{prefix}-tag.html", page(tag(address)))
            folder.write(f"{prefix}-crossorigin.html", page(tag(address, "crossorigin")))
            folder.write(f"{prefix}-module.html", page(module(address)))
        folder.write("both.html", page(tag(named(cls.program.address)) + module(named(cls.program.address))))

    def open_at(self, address, path):
        self.browser.get(address + path)

    def loaded(self):
        """Returns the results of the page's module."""
        self.wait_until(lambda: self.run_script("return window.loaded"), "the module has run")
        return self.run_script("return loaded")


@in_every_engine
class Loading(LoadingTestCase):
    """The script tags and host names with which such a page can load the bridge, and the errors with any others."""

    def test_tag(self):
        self.open_at(named(self.page_server.address), "/named-tag.html")
        self.assertEqual(self.call("addingOne", 1), 2)

    def test_tag_with_numeric_addresses(self):
        self.open_at(self.page_server.address, "/numeric-tag.html")
        self.assertEqual(self.run_script("return typeof bridge"), "object", "the page script is not loaded")
        self.assertEqual(self.call("addingOne", 1), 2)

    def test_tag_with_crossorigin(self):
        self.open_at(named(self.page_server.address), "/named-crossorigin.html")
        self.assertEqual(self.call("addingOne", 1), 2)
        self.open_at(self.page_server.address, "/numeric-crossorigin.html")
        self.assertEqual(self.call("addingOne", 1), 2)

    def test_module(self):
        self.open_at(named(self.page_server.address), "/named-module.html")
        self.assertEqual(self.loaded(), [True, 2, 3, 4])

    def test_module_with_numeric_addresses(self):
        self.open_at(self.page_server.address, "/numeric-module.html")
        self.assertEqual(self.loaded(), [True, 2, 3, 4])

    def test_module_beside_the_tag(self):
        self.open_at(named(self.page_server.address), "/both.html")
        self.assertEqual(self.loaded(), [True, 2, 3, 4])

    # Browsers send a cookie only to the host name that set it. So a page must load the page script from the page's own
    # host name.

    def assert_other_name_is_refused(self):
        self.assertEqual(self.run_script("return typeof bridge"), "object", "the page script is not loaded, and reports nothing")
        self.assertEqual(self.call("addingOne", 1), "")
        errors = self.wait_until(lambda: len(self.errors()) == 2 and self.errors(), "call and connection fail")
        call, = (error for error in errors if "addingOne" in error)
        self.assertIn("must load the page script by their own host name", call)
        self.assertIn(named(self.page_server.address), call)
        self.expect_errors(*([""] * 2))

    def test_another_name(self):
        self.open_at(named(self.page_server.address), "/numeric-tag.html")
        self.assert_other_name_is_refused()

    def test_another_name_with_crossorigin(self):
        self.open_at(named(self.page_server.address), "/numeric-crossorigin.html")
        self.assert_other_name_is_refused()

    # Tests with an origin that the server does not allow.

    def open_unnamed(self, path):
        other = TemporaryRoot({
            "tag.html": page(tag(named(self.program.address))),
            "crossorigin.html": page(tag(named(self.program.address), "crossorigin")),
            "module.html": page(module(named(self.program.address)))})
        self.addCleanup(other.remove)
        server = PlainServer(other.path)
        self.addCleanup(server.close)
        self.open_at(named(server.address), path)

    def test_an_origin_that_was_not_named(self):
        # Any page may load the script. The browser blocks the script's requests, because the server does not allow the
        # origin.
        before = self.program.log.count("the web view is new")
        self.open_unnamed("/tag.html")
        self.assertEqual(self.call("addingOne", 1), "")
        # Either the call or the connection fails first.
        errors = self.wait_until(lambda: len(self.errors()) == 2 and self.errors(), "call and connection fail")
        call, = (error for error in errors if "addingOne" in error)
        self.assertIn("the server cannot be reached", call)
        connection, = (error for error in errors if error != call)
        self.assertIn("callbacks wait for a connection", connection)
        self.expect_errors(*([""] * 2))
        self.assertEqual(self.program.log.count("the web view is new"), before)

    def test_an_origin_that_was_not_named_with_crossorigin(self):
        self.open_unnamed("/crossorigin.html")
        self.assertEqual(self.run_script("return typeof window.bridge"), "undefined")

    def test_a_module_of_an_origin_that_was_not_named(self):
        self.open_unnamed("/module.html")
        self.assertIn("TypeError", self.loaded())


@in_every_engine
class LoadingWithToken(LoadingTestCase):
    """A server with a token: the browser presents the token once, at the server's address."""

    token = "0123456789abcdef"

    @classmethod
    def setUpClass(cls):
        cls.program_arguments = ("--token-file", token_file(cls, cls.token))
        super().setUpClass()

    def test_the_token_is_shown_once(self):
        # Browsers request a script with `crossorigin` without cookies, so the server sends this script without a token.
        # The page's call and its connection then fail with 401, because the browser has not presented the token yet.
        self.open_at(named(self.page_server.address), "/named-crossorigin.html")
        self.assertEqual(self.call("addingOne", 1), "")
        errors = self.wait_until(lambda: len(self.errors()) == 2 and self.errors(), "call and connection fail")
        self.assertTrue(all("401" in error for error in errors), errors)
        self.expect_errors("", "")
        self.browser.get(f"{named(self.program.address)}/?token={self.token}")
        for path in "/named-crossorigin.html", "/named-tag.html":
            self.open_at(named(self.page_server.address), path)
            self.wait_for_connection()
            self.assertEqual(self.call("addingOne", 1), 2)
        self.open_at(named(self.page_server.address), "/named-module.html")
        self.assertEqual(self.loaded(), [True, 2, 3, 4])

from support import other_server_cases
from support.acceptance_server import AcceptanceServer
from support.dev_servers import NginxDevServer, NodeDevServer
from support.engines import ChromiumEngine
from support.reserved_port import ReservedPort


class Forwarding:
    """A development server that forwards `/_bridge` to our server. `--origin` names the page's origin.

    A browser sees one server. test_page_origins.py has the same tests in every browser.
    """

    server_type = None

    @classmethod
    def prepare_page_server(cls):
        cls.port = ReservedPort()
        cls.addClassCleanup(cls.port.release)
        cls.page_address = f"http://127.0.0.1:{cls.port.number}"
        cls.program_arguments = ("--origin", cls.page_address)

    @classmethod
    def start_page_server(cls):
        cls.page_server = cls.server_type(cls.port.number, cls.relay.port, cls.folder.path)
        cls.addClassCleanup(cls.page_server.close)

    @classmethod
    def head(cls):
        return '<script src="/_bridge/bridge.js"></script>'


class ForwardingByNginx(Forwarding, other_server_cases.OtherServerCases):
    """Requests that nginx forwards with the page's `Host`."""

    engine = ChromiumEngine
    server_type = NginxDevServer


class ForwardingByNode(Forwarding, other_server_cases.OtherServerCases):
    """Requests that are forwarded with our server's `Host`, as Vite forwards them."""

    engine = ChromiumEngine
    server_type = NodeDevServer

    def test_an_origin_that_was_not_named(self):
        program = AcceptanceServer(self.root)
        self.addCleanup(program.stop)
        port = ReservedPort()
        self.addCleanup(port.release)
        server = NodeDevServer(port.number, program.port, self.folder.path)
        self.addCleanup(server.close)
        self.browser.get(f"http://127.0.0.1:{port.number}/")
        self.assertEqual(self.call("addingOne", 1), "")
        errors = self.wait_until(lambda: len(self.errors()) == 2 and self.errors(), "call and connection fail")
        self.assertTrue(
            any(f"Pages of http://127.0.0.1:{port.number} may not use this server." in error for error in errors), errors)
        self.expect_errors("", "")

from .acceptance_test_case import AcceptanceTestCase
from .remote_site import RemoteSite, free_port


class RemoteTestCase(AcceptanceTestCase):
    """Pages of another server, proxied by a server with the interfaces of the acceptance cases."""

    @classmethod
    def start_site(cls):
        """Starts the other server, which ends with the class. Returns its port."""
        cls.site = RemoteSite()
        cls.addClassCleanup(cls.site.close)
        return cls.site.port

    further_arguments = ()

    @classmethod
    def setUpClass(cls):
        target = cls.start_site()
        port = free_port()
        cls.program_arguments = ("--remote", f"shop:{port}=http://localhost:{target}", *cls.further_arguments)
        cls.by_name = f"http://shop.localhost:{port}"
        cls.by_port = f"http://127.0.0.1:{port}"
        super().setUpClass()

    def visit(self, path, origin=None):
        """Opens a remote page. Returns after its `load` event."""
        self.browser.get((origin or self.by_name) + path)

    def visit_connected(self, path, origin=None):
        self.visit(path, origin)
        self.wait_for_connection()
        self.assertEqual(self.call("addingOne", 5), 6)

    def add_frame(self, path):
        """Shows a page of the same origin in an iframe.

        Tests use it for a page whose policy forbids the driver's scripts. The scripts then run in the outer page.
        """
        self.run_script(
            """window.frame = document.createElement('iframe');
            frame.src = arguments[0];
            document.body.append(frame);""", path)

    def title(self):
        return self.run_script("return document.title")

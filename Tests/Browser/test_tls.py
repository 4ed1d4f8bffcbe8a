import pathlib
import shutil
import socket
import ssl
import stat
import tempfile

from support.browser_test_case import BrowserTestCase
from support.chromium import OTHER_HOSTS


class TLSTests(BrowserTestCase):
    """https and wss with a certificate that the program has created."""

    records_network = True
    chromium_arguments = OTHER_HOSTS

    @classmethod
    def setUpClass(cls):
        cls.certificates = pathlib.Path(tempfile.mkdtemp(prefix="certificates-"))
        cls.addClassCleanup(shutil.rmtree, cls.certificates)
        cls.program_arguments = ("--tls", "--certificates", str(cls.certificates))
        super().setUpClass()

    def setUp(self):
        super().setUp()
        self.open_connected()

    def test_page_is_secure(self):
        self.assertTrue(self.program.address.startswith("https://"))
        self.assertEqual(self.run_script("return [location.protocol, isSecureContext]"), ["https:", True])

    def test_socket_is_secure(self):
        sockets = [event["url"] for event in self.browser.network_events("Network.webSocketCreated")]
        self.assertEqual(sockets, [self.program.address.replace("https:", "wss:") + "/_bridge/socket"])

    def test_calls(self):
        self.assertEqual(self.run_script("return bridge.call('addingOne', 5)"), 6)
        self.assertEqual(self.run_script("return [1, 2, 3].map((n) => bridge.call('addingOne', n))"), [2, 3, 4])

    def test_callbacks_and_page_functions(self):
        self.assertEqual(self.run_async("bridge.call('asyncStyledFunction', done)"), "Async response")
        answer = self.run_async("bridge.call('page.letPageAdd', [3, 4], done)")
        self.assertEqual(answer, "Swift called addValue and got 7.")

    def test_cookie(self):
        [cookie] = self.browser.get_cookies()
        self.assertEqual(cookie["name"], f"__Host-bridge-session-{self.program.port}")
        self.assertTrue(cookie["secure"])
        self.assertTrue(cookie["httpOnly"])
        self.assertEqual(cookie["sameSite"], "Strict")

    def test_navigation_is_intercepted(self):
        self.element("#native-link").click()
        self.wait_until_equal(
            lambda: self.text("#navigation output"), "Swift handled /native/settings?tab=sound.", "the link")

    def test_certificate_names_this_machine(self):
        # Only the certificate's file is trusted, and each name is verified.
        [certificate] = [
            file for file in self.certificates.iterdir() if b"BEGIN CERTIFICATE" in file.read_bytes()]
        context = ssl.create_default_context(cafile=certificate)
        for name in ("localhost", "127.0.0.1", "::1"):
            with socket.create_connection(("127.0.0.1", self.program.port)) as plain:
                with context.wrap_socket(plain, server_hostname=name) as secure:
                    self.assertIn(secure.version(), ("TLSv1.2", "TLSv1.3"))

    def test_key_is_for_its_owner_alone(self):
        keys = [file for file in self.certificates.iterdir() if b"PRIVATE KEY" in file.read_bytes()]
        self.assertEqual(len(keys), 1)
        self.assertEqual(stat.S_IMODE(keys[0].stat().st_mode), 0o600)

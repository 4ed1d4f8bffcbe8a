import pathlib
import shutil
import tempfile

from support.acceptance_test_case import in_every_engine, page
from support.remote_test_case import RemoteTestCase
from support.runs import one_engine
from support.site_process import SiteProcess

BYTES = bytes(range(256)) * 4096


@in_every_engine
class RemoteDjango(RemoteTestCase):
    """Sessions, forms and CSRF protection, with `Secure` cookies."""

    @classmethod
    def start_site(cls):
        site = SiteProcess.python("django")
        cls.addClassCleanup(site.close)
        return site.port

    def test_a_form_and_a_session(self):
        self.visit_connected("/")
        self.assertEqual(self.title(), "nobody")
        self.run_script("document.forms[0].name.value = 'Ada'; document.forms[0].submit()")
        self.wait_until_equal(self.title, "Ada", "who is logged in")
        self.wait_for_connection()
        self.assertEqual(self.run_script("return location.href"), self.by_name + "/")
        # An address with a name of the program leads to the site.
        self.visit_connected("/", self.by_port)
        self.assertEqual(self.title(), "Ada")
        self.assertEqual(self.run_script("return location.href"), self.by_name + "/")


@in_every_engine
class RemoteAiohttp(RemoteTestCase):
    """Sockets and event streams."""

    @classmethod
    def start_site(cls):
        site = SiteProcess.python("aiohttp")
        cls.addClassCleanup(site.close)
        return site.port

    @one_engine
    def test_a_socket(self):
        self.visit_connected("/")
        seen = self.run_async(
            """const socket = new WebSocket(location.origin.replace('http', 'ws') + '/hmr', 'vite-hmr');
            socket.binaryType = 'arraybuffer';
            const seen = [];
            const replies = [
              () => socket.send('text \\u{1f600}'), () => socket.send(new Uint8Array([0, 255, 128])),
              () => socket.send('x'.repeat(300000)), () => socket.send('close')];
            socket.onmessage = ({ data }) => {
              seen.push(typeof data !== 'string' ? [...new Uint8Array(data)] : data.length > 999 ? data.length : data);
              replies.shift()?.();
            };
            socket.onclose = ({ code, reason }) => done([...seen, code, reason, socket.protocol]);""")
        greeting = '{"type": "connected", "protocol": "vite-hmr"}'
        self.assertEqual(
            seen, [greeting, "text \U0001f600", [0, 255, 128], 300000, 4321, "as asked", "vite-hmr"])
        self.assertEqual(self.call("addingOne", 5), 6)

    @one_engine
    def test_events_and_calls(self):
        self.visit_connected("/")
        self.run_script(
            """window.events = [];
            window.sources = [1, 2, 3].map(() => new EventSource('/events'));
            for (const source of sources) source.onmessage = ({ data }) => events.push(data);""")
        self.wait_until_equal(
            lambda: self.run_script("return events.sort().join('')"), "000111222", "three events of three streams")
        self.assertEqual(self.call("addingOne", 5), 6)
        count = "fetch('/open').then((response) => response.json()).then(done)"
        self.wait_until_equal(lambda: self.run_async(count), 3, "three streams are open")
        self.run_script("for (const source of sources) source.close()")
        # If our server did not end the streams, the other server would notice only after a minute.
        self.wait_until_equal(lambda: self.run_async(count), 0, "the streams have ended at the other server")

    def test_six_streams_leave_a_connection_for_calls(self):
        self.visit_connected("/")
        self.run_script(
            """window.states = () => sources.map(({ readyState }) => readyState).sort().join('');
            window.sources = Array.from({ length: 6 }, () => new EventSource('/events'));""")
        # Five streams are open, and one is closed permanently.
        self.wait_until_equal(lambda: self.run_script("return states()"), "111112", "five streams, and a refusal")
        self.assertEqual(self.call("addingOne", 5), 6)
        self.run_script("for (const source of sources) source.close()")


@in_every_engine
class RemoteNginx(RemoteTestCase):
    """Unchanged files, ranges of files, and compressed files."""

    @classmethod
    def start_site(cls):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="remote-nginx-"))
        folder.chmod(0o755)
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        pages = {
            "index.html": page("<link rel=stylesheet href=a.css>", title="nginx").encode(),
            "a.css": b"body { color: rgb(1, 2, 3) }", "a.bin": BYTES}
        site = SiteProcess.nginx(pages, folder)
        cls.addClassCleanup(site.close)
        return site.port

    @one_engine
    def test_files(self):
        for _ in range(2):
            self.visit_connected("/")
            self.assertEqual(self.title(), "nginx")
            self.assertEqual(self.run_script("return getComputedStyle(document.body).color"), "rgb(1, 2, 3)")

    @one_engine
    def test_parts_and_what_is_large(self):
        self.visit_connected("/")
        script = """fetch('/a.bin', { headers: arguments[0] }).then(async (response) => {
            const bytes = new Uint8Array(await response.arrayBuffer());
            done([response.status, bytes.length, bytes.reduce((sum, byte) => (sum * 31 + byte) % 65521, 0)]);
          })"""
        for headers, status, content in (({}, 200, BYTES), ({"Range": "bytes=1000-1999"}, 206, BYTES[1000:2000])):
            total = 0
            for byte in content:
                total = (total * 31 + byte) % 65521
            self.assertEqual(self.run_async(script, headers), [status, len(content), total])

import http.server
import importlib.util
import pathlib
import threading
import time
import urllib.parse

from .acceptance_test_case import RECORD


def turbo_script():
    """Returns Turbo 7.1.0, unmodified, from the package turbo-django."""
    package = importlib.util.find_spec("turbo").submodule_search_locations[0]
    return pathlib.Path(package, "static/turbo/js/turbo.min.js").read_bytes()


def page(title, content="", turbo=True, head=""):
    """Returns a page that is 4,000 pixels high and has links to other pages."""
    script = "<script src=/turbo.js></script>" if turbo else ""
    return f"""<!doctype html><html><head><meta charset=utf-8><title>{title}</title>{RECORD}{script}{head}
      <style>body {{ height: 4000px; margin: 20px; font: 18px sans-serif }} nav {{ position: sticky; top: 10px }}</style>
      </head><body><h1>{title}</h1>
      <nav><a id=one href=/one>One</a> <a id=two href=/two>Two</a> <a id=three href=/three>Three</a>
      <a id=replace href=/two data-turbo-action=replace>Replace</a> <a id=part-link href=#part>Part</a>
      <a id=missing href=/missing>Missing</a> <a id=broken href=/broken>Broken</a> <a id=cut href=/cut>Cut</a>
      <a id=json href=/json>JSON</a> <a id=redirect href=/redirect>Redirect</a> <a id=tracked href=/tracked>Tracked</a>
      <a id=form href=/form>Form</a> <a id=modal href=/modal/form>Modal</a> <a id=plain href=/plain>Plain</a>
      <a id=slow href=/slow>Slow</a> <a id=self href=''>Self</a>
      <a id=any href=/>Any</a></nav>
      {content}<p id=part style="margin-top: 2000px">Part</p></body></html>"""


FORM = """<form method=post action=/form id=good><button id=send>Send</button></form>
      <form method=post action=/invalid><button id=invalid>Invalid</button></form>
      <form method=get action=/two id=search><input name=q value=x><button id=find>Find</button></form>"""


#: A page with a bridge component that sends and receives messages in the format of Hotwire Native's page library.
COMPONENT = """<p id=answer></p><script>
  window.HotwireNative = { web: {
    setAdapter(adapter) {
      this.adapter = adapter;
      document.documentElement.dataset.bridgePlatform = adapter.platform;
      this.adapterDidUpdateSupportedComponents();
    },
    adapterDidUpdateSupportedComponents() {
      document.documentElement.dataset.bridgeComponents = this.adapter.supportedComponents.join(' ');
    },
    send(text, id = '1') {
      const data = { text, metadata: { url: location.href } };
      this.adapter.receive({ id, component: 'echo', event: 'connect', data });
    },
    receive(message) { document.querySelector('#answer').textContent = JSON.stringify(message); },
  } };
  document.dispatchEvent(new Event('web-bridge:ready'));
</script>"""
#: The component connects, as a controller of Stimulus does whenever Turbo has rendered its element.
CONNECT = """<script>{
  const { web } = HotwireNative;
  const { setAdapter } = web;
  web.setAdapter = (adapter) => {
    setAdapter.call(web, adapter);
    web.send('Send');
  };
  if (web.adapter) web.send('Send');
}</script>"""
FRAME = """<turbo-frame id=part-frame data-turbo-action=advance><a id=in-frame href=/frame/two>In the frame</a>
      <p id=framed>%s</p></turbo-frame>"""
THROWS = """<script>for (const name of ['turbo:load', 'turbo:before-visit', 'turbo:before-render', 'turbo:render'])
      document.addEventListener(name, () => { throw new Error('thrown by the page'); });</script>"""


class VisitSite:
    """A site with Turbo. Pages answer after `delay` seconds."""

    def __init__(self, delay=0.02):
        site = self
        self.delay = delay
        #: The method, target and headers of each request for a page.
        self.requests = []
        self.released = threading.Event()
        self._flash = None
        self._flaky = 0
        self._turbo = turbo_script()

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                site._answer(self)

            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"] or 0))
                site._answer(self)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request, address):
                pass  # The browser has disconnected.

        self._server = Server(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def close(self):
        self.released.set()
        self._server.shutdown()
        self._server.server_close()

    def take_requests(self):
        """Returns the requests since the last call, such as `GET /two`."""
        requests, self.requests = self.requests, []
        return [f"{method} {target}" for method, target, _ in requests]

    def _answer(self, handler):
        url = urllib.parse.urlsplit(handler.path)
        if url.path == "/turbo.js":
            return self._send(handler, self._turbo, type="text/javascript", headers=[("Cache-Control", "max-age=600")])
        self.requests.append((handler.command, handler.path, handler.headers))
        time.sleep(self.delay)
        see = lambda location: self._send(handler, b"", 303, headers=[("Location", location)])
        name = url.path.strip("/").title() or "Home"
        match url.path:
            case "/form" if handler.command == "POST":
                self._flash = "Saved"
                see("/done")
            case "/modal/form" if handler.command == "POST":
                see("/modal/done")
            case "/modal/login" if handler.command == "POST":
                self._send(handler, b"", 303, headers=[
                    ("Location", "/modal/done"), ("Set-Cookie", "user=ann; HttpOnly; Path=/")])
            case "/invalid":
                self._send(handler, page("Invalid", "<p id=problem>Name is missing</p>" + FORM), 422)
            case "/form" | "/modal/form" | "/modal/login":
                self._send(handler, page(name, FORM.replace("/form", url.path)))
            case "/done":
                flash, self._flash = self._flash, None
                self._send(handler, page("Done", f"<p id=flash>{flash or ''}</p>"))
            case "/redirect":
                self._send(handler, b"", 302, headers=[("Location", url.query or "/two")])
            case "/missing":
                self._send(handler, page("Missing"), 404)
            case "/broken":
                self._send(handler, page("Broken"), 500)
            case "/json":
                self._send(handler, b"{}", type="application/json")
            case "/cut":
                handler.send_response(200)
                handler.send_header("Content-Type", "text/html")
                handler.send_header("Content-Length", "100000")
                handler.end_headers()
                handler.wfile.write(b"<!doctype html><title>Cut</title>" + b"x" * 2000)
                handler.wfile.flush()
                handler.connection.close()
                handler.close_connection = True
            case "/tracked":
                self._send(handler, page("Tracked", head="<script src=/other.js data-turbo-track=reload></script>"))
            case "/other.js":
                self._send(handler, b"", type="text/javascript")
            case "/slow":
                self.released.wait(20)
                self._send(handler, page("Slow"))
            case "/flaky":
                self._flaky += 1
                self._send(handler, page("Flaky"), 503 if self._flaky % 2 else 200)
            case "/loop":
                self._send(handler, b"", 302, headers=[("Location", "/loop")])
            case "/gone":
                handler.connection.close()
                handler.close_connection = True
            case "/throws":
                self._send(handler, page("Throws", THROWS))
            case "/component":
                self._send(handler, page("Component", COMPONENT))
            case _ if url.path.endswith("/connected"):
                self._send(handler, page(name, COMPONENT + CONNECT))
            case "/again":
                self._send(handler, page("Again", "<script src=/_bridge/bridge.js></script>"))
            case "/frame" | "/frame/two":
                self._send(handler, page(name, FRAME % name))
            case "/user":
                is_known = "user=ann" in (handler.headers["Cookie"] or "")
                self._send(handler, page("User", f"<p id=user>{'ann' if is_known else 'nobody'}</p>"))
            case _ if url.path.startswith("/plain"):
                self._send(handler, page(name, turbo=False))
            case "/favicon.ico":
                self._send(handler, b"", 404)
            case _:
                self._send(handler, page(name, FORM))

    @staticmethod
    def _send(handler, body, status=200, headers=(), type="text/html; charset=utf-8"):
        body = body.encode() if isinstance(body, str) else body
        handler.send_response(status)
        handler.send_header("Content-Type", type)
        handler.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)

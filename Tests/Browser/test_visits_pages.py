from support.acceptance_test_case import in_every_engine
from support.engines import ChromiumEngine
from support.runs import one_engine
from support.visit_test_case import VisitTestCase

# Turbo 8 proposes the target of a redirect as a visit that renders nothing, because it has already rendered the target.
LIKE_TURBO_8 = """const { adapter } = Turbo.session;
    const propose = adapter.visitProposedToLocation;
    adapter.visitProposedToLocation = (to, options) => propose.call(
      adapter, to, options?.response ? { ...options, willRender: false, shouldCacheSnapshot: false } : options);"""


@in_every_engine
class VisitedPages(VisitTestCase):
    """The pages of a session: their connection, their components, and their failures."""

    def open_component(self):
        self.open_visits()
        self.visit_to("/component")
        self.wait_until_equal(
            lambda: self.inside("return document.documentElement.dataset.bridgeComponents"), "echo", "the components")

    def answer(self):
        return self.read("#answer") or ""

    # MARK: Failures

    @one_engine
    def test_retry(self):
        """R59: the button "Retry" of the error view loads the page again."""
        self.open_visits()
        self.visit("/flaky")
        self.wait_for_event("failed /flaky")
        self.wait_until(self.has_overlay, "the error view")
        self.browser.click("[data-place=top] .overlay .button.main")
        self.wait_for_visit("/flaky", "Flaky")
        self.wait_until(lambda: not self.has_overlay(), "the page without the error view")
        self.assertEqual(self.state()["stack"], ["/", "/flaky"])

    @one_engine
    def test_lost_connection(self):
        """R74: if the connection is cut during a visit, each message is still delivered exactly once."""
        self.expected_console_errors.append("CLOSING or CLOSED")
        self.open_visits()
        for lost, link in (("visitProposed", "one"), ("visitRequestFinished", "two"), ("visitRendered", "three")):
            # The page's next message with this name is lost together with the connection.
            self.inside("""const [name] = arguments;
                const { send } = WebSocket.prototype;
                WebSocket.prototype.send = function (data) {
                  if (!String(data).includes(name)) return send.call(this, data);
                  WebSocket.prototype.send = send;
                  this.close();
                }""", lost)
            self.follow(f"#{link}")
            self.wait_for_visit(f"/{link}", link.title())
            self.assertEqual(self.take_events(), [f"proposed advance /{link}", f"request /{link}"])
        self.assertEqual(self.state()["stack"], ["/", "/one", "/two", "/three"])

    def test_bad_targets(self):
        """R59: a target that does not answer shows an error view. After an endless redirect, the shell is usable."""
        self.open_visits()
        self.visit("/gone")
        self.wait_for_event("failed /gone")
        self.wait_until(self.has_overlay, "the error view")
        self.swift("pop")
        self.wait_for_visit("/", "Home")
        self.visit("/loop")
        self.wait_until(
            lambda: any(path == "/loop" and headers["Sec-Fetch-Dest"] != "empty" for _, path, headers in
                        self.site.requests), "the load of the document")
        self.assertTrue(self.has_overlay())
        self.swift("pop")
        self.wait_for_visit("/", "Home")
        self.follow("#one")
        self.wait_for_visit("/one", "One")

    @one_engine
    def test_page_that_throws(self):
        """R68: errors in the Turbo events of a page are logged. Later visits work."""
        self.expected_console_errors.append("thrown by the page")
        self.open_visits()
        self.visit_to("/throws")
        self.follow("#one")
        self.wait_for_visit("/one", "One")
        self.swift("pop")
        self.wait_for_visit("/throws", "Throws")
        self.assertIn("thrown by the page", self.program.log)

    @one_engine
    def test_messages_out_of_order(self):
        """R68: messages about unknown visits, and messages that arrive before a visit starts, have no effect."""
        self.open_visits()
        self.inside("""const { adapter } = Turbo.session;
            const visit = { identifier: 'unknown', location: new URL(location.href), restorationIdentifier: 'none' };
            adapter.visitCompleted(visit);
            adapter.visitRendered(visit);
            adapter.visitRequestFinished(visit);
            adapter.visitRequestStarted(visit);
            adapter.formSubmissionFinished(visit);""")
        self.follow("#one")
        self.wait_for_visit("/one", "One")
        self.assertEqual(self.take_events(), ["formFinished /", "proposed advance /one", "request /one"])

    # MARK: Turbo

    @one_engine
    def test_activity_indicator(self):
        """R46: a visit without a snapshot shows the activity indicator over the previous page; Back shows none."""
        self.site.released.clear()
        self.open_visits()
        self.follow("#slow")
        self.wait_until(self.has_overlay, "the activity indicator")
        self.assertEqual(self.heading(), "Home")
        self.site.released.set()
        self.wait_for_visit("/slow", "Slow")
        self.wait_until(lambda: not self.has_overlay(), "the page without the indicator")
        self.run_script("""const { dataset } = document.documentElement;
            const look = () => document.querySelector('[data-place=top] .overlay') && (dataset.overlay = 'seen');
            new MutationObserver(look).observe(document.body, { childList: true, subtree: true });""")
        self.swift("pop")
        self.wait_for_visit("/", "Home")
        self.assertIsNone(self.run_script("return document.documentElement.dataset.overlay ?? null"))

    @one_engine
    def test_new_visit_cancels(self):
        """R69: a new visit cancels an earlier one that is still waiting for its response."""
        self.site.released.clear()
        self.open_visits()
        self.follow("#slow")
        self.wait_until(self.has_overlay, "the activity indicator")
        self.swift("visit", "/one")
        self.wait_for_visit("/one", "One")
        self.site.released.set()
        self.visit_to("/two")
        self.assertEqual(self.state()["stack"], ["/", "/slow", "/one", "/two"])
        self.assertIsNone(self.inside("return document.documentElement.getAttribute('aria-busy')"))

    @one_engine
    def test_adapter_is_registered_once(self):
        """R67: scripts in the body that run again register no second adapter; prefetching is off."""
        self.open_visits()
        self.inside("window.first = Turbo.session.adapter")
        for _ in range(2):
            self.visit_to("/again")
            self.follow("#one")
            self.wait_for_visit("/one", "One")
        self.assertTrue(self.inside("return Turbo.session.adapter === window.first"))
        self.assertFalse(self.inside("return Turbo.session.adapter.linkPrefetchingIsEnabledForLocation(location)"))
        proposals = [event for event in self.take_events() if event.startswith("proposed")]
        self.assertEqual(proposals, ["proposed advance /again", "proposed advance /one"] * 2)

    def test_turbo_frame(self):
        """R71: a link in a `<turbo-frame>` that advances is proposed, without an error in the page."""
        self.open_visits()
        self.visit_to("/frame")
        self.site.take_requests()
        self.follow("#in-frame")
        self.wait_until_equal(lambda: self.read("#framed"), "Frame/Two", "the new part")
        self.wait_until_equal(lambda: self.state()["stack"], ["/", "/frame", "/frame/two"], "the stack")
        self.assertEqual(self.site.take_requests(), ["GET /frame/two"])

    def test_cookies(self):
        """R65: the main session sees a login in a sheet; a session with a separate cookie pool does not."""
        self.open_visits()
        self.visit_to("/user")
        self.assertEqual(self.read("#user"), "nobody")
        self.visit("/modal/login")
        self.wait_for_visit("/modal/login", "Modal/Login", self.SHEET)
        self.follow("#send", self.SHEET)
        self.wait_for_visit("/modal/done", "Modal/Done", self.SHEET)
        self.swift("dismiss")
        self.wait_for_visit("/user", "User")
        self.swift("reload")
        self.wait_until_equal(lambda: self.read("#user"), "ann", "the user")
        own = int(self.inside("return location.port"))
        [other] = {self.site_port, self.other_port} - {own}
        self.browser.get(f"http://127.0.0.1:{other}/user")
        self.assertEqual(self.run_script("return document.querySelector('#user').textContent"), "nobody")

    # MARK: Bridge components. The test page imitates Hotwire Native's page library (support/visit_site.py).

    @one_engine
    def test_bridge_component(self):
        """R75, R76, R77: a component of the page sends messages and receives replies with the same id."""
        self.open_component()
        self.assertEqual(self.inside("return document.documentElement.dataset.bridgePlatform"), "ios")
        self.inside("HotwireNative.web.send('hello', '7')")
        self.wait_until(self.answer, "the reply")
        self.assertEqual(
            self.inside("const { id, component, event, data } = JSON.parse(document.querySelector('#answer').textContent);"
                        "return [id, component, event, data.text, data.metadata.url === location.href]"),
            ["7", "echo", "connect", "hello", True])
        self.inside("webkit.messageHandlers.bridge.postMessage('ready')")
        self.inside("HotwireNative.web.send('again')")
        self.wait_until(lambda: "again" in self.answer(), "the second reply")
        self.assertEqual(self.inside("return document.documentElement.dataset.bridgeComponents"), "echo")

    @one_engine
    def test_components_after_redirects(self):
        """R26, R78: after a redirect of a GET request, the components of the target connect to the target's screen."""
        self.open_visits()
        for start, link, target, stack in (
            ("/", "/redirect?/connected", "/connected", ["/", "/connected"]),
            ("/", "/redirect?/redirect?/connected", "/connected", ["/", "/connected"]),
            ("/one", "/redirect?/connected", "/connected", ["/", "/connected"]),
            ("/modal/form", "/redirect?/connected", "/connected", ["/", "/connected"]),
            ("/one", "/redirect?/root/connected", "/root/connected", ["/root/connected"]),
        ):
            with self.subTest(start=start, link=link):
                frame = self.SHEET if start.startswith("/modal") else None
                if start != "/":
                    self.visit(start)
                    self.wait_for_visit(start, start.strip("/").title(), frame)
                self.inside(LIKE_TURBO_8, frame=frame)
                if start == "/one":
                    self.inside("document.querySelector('#any').dataset.turboAction = 'replace'")
                self.visit(link, frame)
                self.wait_for_visit(target, target.strip("/").title())
                self.assertEqual(self.state()["stack"], stack)
                self.wait_until(lambda: "Send" in self.run_script("return document.body.innerText"), "the button")
                if len(stack) > 1:
                    self.swift("pop")
                    self.wait_for_visit("/", "Home")

    @one_engine
    def test_component_that_sends_nonsense(self):
        """R77: messages without an id, a component or an event, and other values, are ignored and logged."""
        self.open_component()
        self.inside("""for (const message of [
              'hello', 7, null, [], {}, { id: 1, component: {}, event: [] }, { component: 'echo', event: 'connect' },
              { id: '1', component: 'echo', event: 'connect', data: 'text' },
              { id: '1', component: 'nobody', event: 'connect', data: { metadata: { url: location.href } } },
              { id: '1', component: 'echo', event: 'connect', data: { metadata: { url: 'http://elsewhere.example/' } } },
            ]) webkit.messageHandlers.bridge.postMessage(message);
            HotwireNative.web.send('sense');""")
        self.wait_until(lambda: "sense" in self.answer(), "the reply")
        self.assertIn("a message of a bridge component was ignored", self.program.log)
        self.follow("#one")
        self.wait_for_visit("/one", "One")


class InterceptedVisits(VisitTestCase):
    """Visits of a program with an interceptor."""

    engine = ChromiumEngine

    further_arguments = ("--intercepts",)

    def test_handled_navigation(self):
        """R41: a proposal that the interceptor handles causes no request. Any other proposal causes one request."""
        self.open_visits()
        self.visit("/handled")
        self.visit_to("/one")
        self.assertEqual(self.site.take_requests(), ["GET /one"])
        self.assertEqual(self.state()["stack"], ["/", "/one"])
        self.assertEqual(self.inside("return location.pathname"), "/one")
        self.swift("pop")
        self.wait_for_visit("/", "Home")
        self.assertEqual(self.inside("return location.pathname"), "/")

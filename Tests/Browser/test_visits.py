from support.acceptance_test_case import in_every_engine
from support.runs import except_in, one_engine, smoke
from support.visit_test_case import VisitTestCase


@in_every_engine
class Visits(VisitTestCase):
    """Visits with unmodified Turbo 7.1.0, in the page of a session."""

    def test_first_visit_is_a_cold_boot_and_later_ones_use_turbo(self):
        """R49: the first visit loads a document; later visits go through Turbo in the same document."""
        self.open("/")
        self.wait_until(lambda: self.count(self.TOP), "the shell's screens")
        self.wait_for_visit("/", "Home")
        documents = [headers["Sec-Fetch-Dest"] for _, _, headers in self.site.requests if headers["Sec-Fetch-Dest"]]
        self.assertIn(documents, (["iframe"], []))  # Some engines do not send Sec-Fetch-Dest.
        self.site.take_requests()
        self.inside("window.marked = true")
        self.follow("#one")
        self.wait_for_visit("/one", "One")
        self.assertEqual(self.site.take_requests(), ["GET /one"])
        self.assertTrue(self.inside("return window.marked"), "the document was replaced")

    @one_engine
    def test_link_proposes_once(self):
        """R37: a link of Turbo proposes exactly once, and the page stays until Swift answers."""
        self.open_visits()
        self.follow("#one")
        self.wait_for_visit("/one", "One")
        self.assertEqual(self.take_events(), ["proposed advance /one", "request /one"])
        self.assertEqual(self.state()["stack"], ["/", "/one"])

    @one_engine
    def test_other_ways_propose_once(self):
        """R37: `Turbo.visit`, a form with the method GET, and `location =` each propose exactly once."""
        self.open_visits()
        self.inside("Turbo.visit('/one')")
        self.wait_for_visit("/one", "One")
        self.assertEqual(self.take_events(), ["proposed advance /one", "request /one"])
        self.follow("#find")
        self.wait_for_visit("/two?q=x", "Two")
        # Turbo also reports the form, and proposes with the response that it has received.
        proposals = [event.split()[:3] for event in self.take_events() if event.startswith("proposed")]
        self.assertEqual(proposals, [["proposed", "advance", "/two"]])
        if self.engine.name == "WebKitGTK":
            return  # Without the Navigation API, the page cannot ask about `location =`.
        self.inside("setTimeout(() => { location = '/three' })")
        self.wait_for_visit("/three", "Three")
        self.assertEqual(
            [event.split()[-1] for event in self.take_events() if event.startswith("proposed")], ["/three"])

    def test_replace(self):
        """R38: `data-turbo-action=replace` proposes a replacement."""
        self.open_visits()
        self.follow("#one")
        self.wait_for_visit("/one", "One")
        self.follow("#replace")
        self.wait_for_visit("/two", "Two")
        self.assertEqual(self.state()["stack"], ["/", "/two"])
        self.assertIn("proposed replace /two", self.take_events())

    @smoke
    def test_back_needs_no_request(self):
        """R52: Back restores the page and its scroll position without any request."""
        self.open_visits()
        self.inside("scrollTo(0, 700)")
        self.wait_until_equal(self.scroll, 700, "the scroll position")
        self.follow("#one")
        self.wait_for_visit("/one", "One")
        self.wait_until_equal(self.scroll, 0, "the scroll position of the new page")
        self.site.take_requests()
        self.swift("pop")
        self.wait_for_visit("/", "Home")
        self.wait_until_equal(self.scroll, 700, "the restored scroll position")
        self.assertEqual(self.site.take_requests(), [])

    @one_engine
    def test_fifteen_backs_need_no_request(self):
        """R52: going back over more pages than Turbo keeps by default needs no request."""
        self.open_visits()
        links = ["one", "two", "three"] * 5
        for link in links:
            self.follow(f"#{link}")
            self.wait_for_visit(f"/{link}", link.title())
        self.site.take_requests()
        for link in [*links[-2::-1], ""]:
            self.swift("pop")
            self.wait_for_visit(f"/{link}", link.title() or "Home")
        self.assertEqual(self.site.take_requests(), [])

    def test_browser_history(self):
        """R28: visits of Turbo add no further entries to the browser history; Back of the browser is one pop."""
        self.open_visits()
        length = self.history_length()
        self.follow("#one")
        self.wait_for_visit("/one", "One")
        self.follow("#two")
        self.wait_for_visit("/two", "Two")
        self.assertLessEqual(self.history_length(), length + 2)
        self.run_script("history.back()")
        self.wait_for_visit("/one", "One")
        self.assertEqual(self.state()["stack"], ["/", "/one"])

    @one_engine
    def test_restarted_server(self):
        """R28: a program that was restarted shows the same stack, and Back leads through it."""
        self.open_visits()
        for path in ("/one", "/two"):
            self.visit_to(path)
            self.wait_for_entry()
        self.restart()
        self.wait_for_visit("/two", "Two")
        self.assertEqual(self.state()["stack"], ["/", "/one", "/two"])
        self.browser.back()
        self.wait_for_visit("/one", "One")
        self.browser.back()
        self.wait_for_visit("/", "Home")

    @one_engine
    def test_restarted_server_without_state(self):
        """R28: Back leaves a shell whose earlier screens could not be restored."""
        self.browser.get(f"http://localhost:{self.site.port}/plain")
        self.open_visits()
        for path in ("/one", "/two"):
            self.visit_to(path)
            self.wait_for_entry()
        self.restart(keeps_state=False)
        self.wait_for_visit("/", "Home")
        self.browser.back()
        self.wait_until(
            lambda: self.run_script("return location.port") == str(self.site.port), "the page before the shell")

    @except_in("WebKitGTK", "without the Navigation API, the page cannot ask about all of its navigations")
    def test_nested_iframe(self):
        """R37: an iframe within the page is no navigation of the screen."""
        self.open_visits()
        self.inside("""const iframe = document.createElement('iframe');
          iframe.src = '/one';
          document.body.append(iframe);""")
        self.wait_until_equal(
            lambda: self.inside("return document.querySelector('iframe').contentDocument?.querySelector('h1')?.textContent"),
            "One", "the page in the nested iframe")
        self.assertEqual(self.state()["stack"], ["/"])
        self.assertEqual(self.take_events(), [])

    def test_anchor_scrolls(self):
        """R39: a link to an anchor of the page scrolls and proposes nothing."""
        self.open_visits()
        self.follow("#part-link")
        self.wait_until(lambda: self.scroll() > 1000, "the page scrolls")
        self.assertEqual(self.take_events(), [])
        self.assertEqual(self.state()["stack"], ["/"])

    @one_engine
    def test_same_address_refreshes(self):
        """R39: a link to the exact same address refreshes the page in place."""
        self.open_visits()
        self.follow("#self")
        self.wait_until_equal(self.site.take_requests, ["GET /"], "the request of the refresh")
        self.assertEqual(self.state()["stack"], ["/"])
        self.assertFalse([event for event in self.take_events() if event.startswith("proposed")])

    @one_engine
    def test_prevented_visit(self):
        """R40: a prevented `turbo:before-visit` proposes nothing."""
        self.open_visits()
        self.inside("""document.addEventListener('turbo:before-visit', (event) => {
          event.preventDefault();
          document.title = 'prevented';
        })""")
        self.follow("#one")
        self.wait_until_equal(lambda: self.inside("return document.title"), "prevented", "the event")
        self.assertEqual(self.take_events(), [])
        self.assertEqual(self.state()["stack"], ["/"])

    @smoke
    def test_form_with_redirect(self):
        """R70: a form that is answered with 303 renders the redirected page, with its flash message, without a second
        GET."""
        self.open_visits()
        self.follow("#form")
        self.wait_for_visit("/form", "Form")
        self.site.take_requests()
        self.follow("#send")
        self.wait_for_visit("/done", "Done")
        self.assertEqual(self.inside("return document.querySelector('#flash').textContent"), "Saved")
        self.assertEqual(self.site.take_requests(), ["POST /form", "GET /done"])
        events = self.take_events()
        self.assertIn("formStarted /form", events)
        self.assertTrue([event for event in events if event.startswith("formFinished")], events)

    @one_engine
    def test_form_with_errors(self):
        """R70: a form that is answered with 422 renders the response in place."""
        self.open_visits()
        self.follow("#form")
        self.wait_for_visit("/form", "Form")
        self.follow("#invalid")
        self.wait_until_equal(
            lambda: self.inside("return document.querySelector('#problem')?.textContent"), "Name is missing", "the error")
        self.assertEqual(self.state()["stack"], ["/", "/form"])

    @one_engine
    def test_failure_and_retry(self):
        """R57, R72: a status of 404 or 500 fails the visit, and the page is no longer busy."""
        self.open_visits()
        for link, status in (("missing", 404), ("broken", 500)):
            self.follow(f"#{link}")
            self.wait_for_event(f"failed /{link}")
            self.assertIn(str(status), [event for event in self.events if event.startswith("failed")][-1])
            self.wait_until(lambda: self.count("[data-place=top] .overlay[role=alert]"), "the error view")
            self.assertIsNone(self.inside("return document.documentElement.getAttribute('aria-busy')"))
            self.swift("pop")
            self.wait_for_visit("/", "Home")

    @one_engine
    def test_redirect(self):
        """R26: a redirect is proposed with its response, and the target replaces the redirected screen."""
        self.open_visits()
        self.follow("#redirect")
        self.wait_for_visit("/two", "Two")
        self.assertEqual(self.state()["stack"], ["/", "/two"])
        self.assertEqual(self.site.take_requests(), ["GET /redirect", "GET /two"])

    def test_redirect_to_root(self):
        """R21: a redirect to a page with `replace_root` shows the received page, without a second GET."""
        self.open_visits()
        self.visit("/redirect?/root")
        self.wait_for_visit("/root", "Root")
        self.assertEqual(self.state()["stack"], ["/root"])
        self.assertEqual(self.site.take_requests(), ["GET /redirect?/root", "GET /root"])

    def test_redirect_to_modal(self):
        """R26, R70: a redirect to a modal shows the received page in the modal, without a second GET."""
        self.open_visits()
        self.visit("/redirect?/modal/done")
        self.wait_for_visit("/modal/done", "Modal/Done", self.SHEET)
        state = self.state()
        self.assertEqual([state["stack"], state["sheets"]], [["/"], ["/modal/done"]])
        # WebKitGTK may request the page below the modal again.
        self.assertEqual(self.site.take_requests().count("GET /modal/done"), 1)

    @one_engine
    def test_tracked_element(self):
        """R54: a page with a different tracked script is loaded as a document, in the same screen."""
        self.open_visits()
        self.inside("window.marked = true")
        self.follow("#tracked")
        self.wait_for_visit("/tracked", "Tracked")
        self.wait_until(lambda: not self.inside("return window.marked"), "a new document")
        self.assertEqual(self.state()["stack"], ["/", "/tracked"])

    def test_cut_response(self):
        """R74: a response that ends too early causes one cold boot and at most one failure. Later visits work."""
        self.open_visits()
        self.follow("#cut")
        self.wait_until(lambda: len([1 for _, path, _ in self.site.requests if path == "/cut"]) >= 2, "the retry")
        self.swift("pop")
        self.wait_for_visit("/", "Home")
        self.follow("#one")
        self.wait_for_visit("/one", "One")
        failures = [event for event in self.take_events() if event.startswith("failed")]
        self.assertLessEqual(len(failures), 1, failures)

    def test_page_without_turbo(self):
        """R73, R51: a page without Turbo is shown, and each of its links is proposed once. The next page is loaded as a
        document, and a redirect to the same site is followed."""
        self.open_visits()
        self.swift("visit", f"http://localhost:{self.site.port}/plain")
        self.wait_for_visit("/plain", "Plain")
        self.load_without_turbo()
        self.follow("#one")
        self.wait_for_visit("/one", "One")
        self.assertEqual(
            [event for event in self.take_events() if event.startswith("proposed")], ["proposed advance /one"])
        self.assertEqual(self.state()["stack"], ["/", "/plain", "/one"])
        self.swift("pop")
        self.wait_for_visit("/plain", "Plain")
        self.load_without_turbo()
        self.follow("#redirect")
        self.wait_for_visit("/two", "Two")
        self.assertEqual(self.state()["stack"], ["/", "/plain", "/two"])

    def load_without_turbo(self):
        """Loads the visible page as a document. A visit has rendered it in a document that has Turbo."""
        self.take_events()
        self.swift("reload")

        def has_no_turbo():
            try:
                return self.inside("return !window.Turbo && document.readyState === 'complete'")
            except Exception:  # The iframe is being replaced.
                self.leave()
                return False
        self.wait_until(has_no_turbo, "the document without Turbo")
        self.wait_for_event("loaded main")

    @one_engine
    def test_native_screen(self):
        """R52: Back from a native screen to the page makes no request."""
        self.open_visits()
        self.follow("#one")
        self.wait_for_visit("/one", "One")
        self.site.take_requests()
        self.visit("/native")
        self.wait_until_equal(self.title, "Native", "the native screen")
        self.swift("pop")
        self.wait_for_visit("/one", "One")
        self.assertEqual(self.site.take_requests(), [])

    @one_engine
    def test_modal_session(self):
        """R3: a sheet has a separate session; each of the two pages keeps its document."""
        self.open_visits()
        self.inside("window.marked = true")
        self.follow("#modal")
        self.wait_for_visit("/modal/form", "Modal/Form", self.SHEET)
        self.assertTrue(self.inside("return window.marked"))
        self.inside("window.marked = 'modal'", frame=self.SHEET)
        self.follow("#send", self.SHEET)
        self.wait_for_visit("/modal/done", "Modal/Done", self.SHEET)
        self.assertEqual(self.inside("return window.marked", frame=self.SHEET), "modal")
        self.swift("dismiss")
        self.wait_for_visit("/", "Home")
        self.assertTrue(self.inside("return window.marked"))

    @one_engine
    def test_lost_page(self):
        """R54: a page that is lost is loaded again."""
        self.open_visits()
        self.follow("#one")
        self.wait_for_visit("/one", "One")
        self.take_events()
        self.swift("lose")
        self.wait_for_event("loaded main")
        self.wait_for_visit("/one", "One")


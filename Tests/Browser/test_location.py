from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.runs import one_engine

# Callbacks that record the results of requests: the latitude of a position, or the code of an error.
TOLD = """const told = window.told = [];
    const success = (position) => told.push(position.coords.latitude);
    const failure = (error) => told.push(`error ${error.code}`);
    """


@in_every_engine
class Location(AcceptanceTestCase):
    """`navigator.geolocation` with positions from Swift."""

    program_arguments = ("--services",)
    pages = {"index.html": page(), "other.html": page(title="Another page")}

    def setUp(self):
        super().setUp()
        self.open_connected()

    def asked(self):
        """Returns the requests to Swift's service."""
        return self.call("places.asked")

    def wait_until_asked(self, *expected):
        self.wait_until_equal(self.asked, list(expected), "what Swift is asked")

    def wait_until_told(self, *expected):
        self.wait_until_equal(lambda: self.run_script("return told"), list(expected), "what the page is told")

    def test_a_position_is_whole(self):
        self.call("places.move", 46.05)
        told = self.run_async(
            """const order = [];
            navigator.geolocation.getCurrentPosition((position) => {
              const { coords, timestamp } = position;
              done({
                order,
                position: position.toJSON ? JSON.parse(JSON.stringify(position)) : null,
                age: Date.now() - timestamp,
                coords: [coords.latitude, coords.longitude, coords.altitude, coords.accuracy, coords.altitudeAccuracy,
                  coords.heading, coords.speed],
                names: [position, coords].map(String),
                classes: [position instanceof GeolocationPosition, coords instanceof GeolocationCoordinates],
              });
            });
            order.push('the call has returned');""")
        self.assertEqual(told["order"], ["the call has returned"])
        self.assertEqual(told["coords"], [46.05, 14.5, 300, 5, None, 90, 1.5])
        self.assertEqual(told["position"]["coords"]["latitude"], 46.05)
        self.assertEqual(told["names"], ["[object GeolocationPosition]", "[object GeolocationCoordinates]"])
        self.assertEqual(told["classes"], [True, True])
        self.assertLess(abs(told["age"]), 60_000)
        self.assertEqual(self.asked(), ["permission", "location any"])

    def test_a_refusal(self):
        self.call("places.refuse", 1)
        told = self.run_async(
            """navigator.geolocation.getCurrentPosition(() => done('a position'), (error) => done([
              error.code, error.PERMISSION_DENIED, error.POSITION_UNAVAILABLE, error.TIMEOUT,
              error instanceof GeolocationPositionError, typeof error.message, String(error)]));""")
        self.assertEqual(told, [1, 1, 2, 3, True, "string", "[object GeolocationPositionError]"])
        self.run_script(TOLD + "navigator.geolocation.watchPosition(success, failure)")
        self.wait_until_told("error 1")
        self.call("places.refuse", 0)
        self.call("places.move", 1)
        # No watch is active now.
        self.run_script("navigator.geolocation.getCurrentPosition(() => told.push('later'))")
        self.wait_until_told("error 1", "later")
        self.assertEqual(self.asked(), ["permission", "permission", "permission", "location any"])

    @one_engine
    def test_each_code(self):
        for code in (2, 3):
            self.call("places.refuse", code)
            self.run_script(TOLD + "navigator.geolocation.getCurrentPosition(success, failure)")
            self.wait_until_told(f"error {code}")

    @one_engine
    def test_a_place_that_is_not_known(self):
        self.run_script(
            TOLD + "navigator.geolocation.getCurrentPosition(success, failure, { enableHighAccuracy: true })")
        self.wait_until_told("error 2")
        self.assertEqual(self.asked(), ["permission", "location exact"])

    @one_engine
    def test_nobody_answers_in_time(self):
        self.call("places.beSilent")
        self.run_script(TOLD + "navigator.geolocation.getCurrentPosition(success, failure, { timeout: 100 })")
        self.wait_until_told("error 3")
        self.wait_until_asked("permission", "location any", "given up")

    @one_engine
    def test_a_watch_until_it_is_cleared(self):
        ids = self.run_script(
            TOLD + """window.id = navigator.geolocation.watchPosition(success, failure);
            return [id, navigator.geolocation.watchPosition(() => {})];""")
        self.assertEqual(ids, [1, 2])
        # A watch that is cleared before it has started does not reach Swift.
        self.wait_until_equal(lambda: self.asked().count("start"), 2, "both have begun")
        self.run_script("navigator.geolocation.clearWatch(2)")
        self.wait_until_equal(lambda: sorted(self.asked())[-2:], ["start", "stop"], "one is left")
        for latitude in (1, 2, 3):
            self.call("places.move", latitude)
            self.wait_until_told(*range(1, latitude + 1))
        self.run_script("navigator.geolocation.clearWatch(id)")
        self.wait_until_equal(lambda: self.asked().count("stop"), 2, "Swift stops")
        self.call("places.move", 4)
        self.run_async("navigator.geolocation.getCurrentPosition(() => done())")
        self.wait_until_told(1, 2, 3)

    def test_the_page_is_left(self):
        self.run_script(TOLD + "navigator.geolocation.watchPosition(success, failure)")
        self.wait_until_asked("permission", "start")
        self.open_connected("/other.html")
        self.wait_until_asked("permission", "start", "stop")

    @one_engine
    def test_the_service_ends(self):
        self.run_script(TOLD + "navigator.geolocation.watchPosition(success, failure)")
        self.wait_until_asked("permission", "start")
        self.call("places.end")
        self.wait_until_told("error 2")
        self.wait_until_asked("permission", "start", "stop")

    @one_engine
    def test_two_pages_have_places_of_their_own(self):
        self.run_script(TOLD + "navigator.geolocation.watchPosition(success, failure)")
        self.call("places.move", 1)
        self.wait_until_told(1)
        first = self.browser.current_window_handle
        self.browser.new_tab()
        self.open_connected()
        self.run_script(TOLD + "navigator.geolocation.watchPosition(success, failure)")
        self.call("places.move", 2)
        self.wait_until_told(2)
        self.browser.switch_to_tab(first)
        self.call("places.move", 3)
        self.wait_until_told(1, 3)

    @one_engine
    def test_a_position_that_is_young_enough(self):
        self.call("places.move", 1)
        self.run_async("navigator.geolocation.getCurrentPosition(() => done())")
        self.call("places.move", 2)
        self.run_script(
            TOLD + """navigator.geolocation.getCurrentPosition((position) => {
              success(position);
              navigator.geolocation.getCurrentPosition(success, failure);
            }, failure, { maximumAge: 60000 });""")
        self.wait_until_told(1, 2)

    @one_engine
    def test_what_is_no_request(self):
        errors = self.run_script(
            """const thrown = (f) => { try { return String(f()); } catch (error) { return error.name; } };
            const { geolocation } = navigator;
            return [
              thrown(() => geolocation.getCurrentPosition()),
              thrown(() => geolocation.getCurrentPosition(5)),
              thrown(() => geolocation.watchPosition(null)),
              thrown(() => geolocation.watchPosition(() => {}, 5)),
              thrown(() => geolocation.getCurrentPosition(() => {}, null, 5)),
              thrown(() => geolocation.clearWatch()),
              thrown(() => geolocation.getCurrentPosition.call({}, () => {})),
              thrown(() => geolocation.clearWatch(99)),
              [geolocation.getCurrentPosition.length, geolocation.watchPosition.length, geolocation.clearWatch.length],
              Object.keys(geolocation),
            ];""")
        self.assertEqual(errors, ["TypeError"] * 7 + ["undefined", [1, 1, 1], []])
        self.assertEqual(self.asked(), [])

    @one_engine
    def test_a_callback_that_throws(self):
        self.run_script(
            """window.seen = [];
            navigator.geolocation.watchPosition(({ coords }) => {
              seen.push(coords.latitude);
              fail('of the callback');
            });""")
        for latitude in (1, 2):
            self.call("places.move", latitude)
            self.wait_until_equal(lambda: self.run_script("return seen[seen.length - 1]"), latitude, "it is told")
        self.expect_errors(["of the callback"], ["of the callback"])

    def test_a_document_that_is_not_shown_any_more(self):
        self.run_script(
            """const frame = document.createElement('iframe');
            frame.src = '/other.html';
            window.loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
            document.body.append(frame);""")
        self.run_async("loaded.then(() => done())")
        told = self.run_script(
            """const told = [];
            const frame = document.querySelector('iframe');
            const { geolocation } = frame.contentWindow.navigator;
            frame.remove();
            try {
              geolocation.getCurrentPosition(() => told.push('a position'), () => {});
            } catch {}
            return told;""")
        self.assertEqual(told, [])
        self.assertEqual(self.asked(), [])

    def test_permissions(self):
        query = "navigator.permissions.query({ name: 'geolocation' }).then((status) => done([status.name, status.state]))"
        self.assertEqual(self.run_async(query), ["geolocation", "granted"])
        self.call("places.refuse", 1)
        self.assertEqual(self.run_async(query), ["geolocation", "denied"])
        self.assertEqual(self.asked(), ["permission", "permission"])

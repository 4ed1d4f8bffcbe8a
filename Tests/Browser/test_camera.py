import sys

from support.acceptance_server import AcceptanceServer
from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.browser_test_case import BrowserTestCase
from support.chromium import OTHER_HOSTS
from support.engines import ChromiumEngine, FirefoxEngine
from support.runs import hidden_methods, one_engine

# Returns the kinds of the tracks, or the error.
TAKE = """(promise) => promise.then((stream) => {
      const kinds = stream.getTracks().map((track) => track.kind).sort();
      for (const track of stream.getTracks()) track.stop();
      done(kinds);
    }, (error) => done(`${error.name} ${error instanceof DOMException}: ${error.message}`))"""


class Camera(AcceptanceTestCase):
    """`getUserMedia`, which asks Swift for permission first."""

    program_arguments = ("--services",)

    def setUp(self):
        super().setUp()
        self.open_connected()

    def take(self, constraints):
        return self.run_async(f"({TAKE})(navigator.mediaDevices.getUserMedia({constraints}))")

    def asked(self):
        return self.call("cameras.asked")

    @one_engine
    def test_camera(self):
        self.assertEqual(self.take("{ video: true }"), ["video"])
        self.assertEqual(self.asked(), ["camera"])

    @one_engine
    def test_microphone(self):
        self.assertEqual(self.take("{ audio: { echoCancellation: false } }"), ["audio"])
        self.assertEqual(self.asked(), ["microphone"])

    def test_both(self):
        self.assertEqual(self.take("{ audio: true, video: { width: 320 } }"), ["audio", "video"])
        self.assertEqual(self.asked(), ["camera", "microphone"])

    def test_camera_is_refused(self):
        self.call("cameras.refuse", ["camera"])
        refused = "NotAllowedError true: The camera was not granted."
        self.assertEqual(self.take("{ video: true }"), refused)
        self.assertEqual(self.take("{ video: true, audio: true }"), refused)
        self.assertEqual(self.take("{ audio: true }"), ["audio"])
        self.assertEqual(self.asked(), ["camera", "camera", "microphone"])

    @one_engine
    def test_microphone_is_refused(self):
        self.call("cameras.refuse", ["microphone"])
        self.assertEqual(
            self.take("{ video: true, audio: true }"), "NotAllowedError true: The microphone was not granted.")
        self.assertEqual(self.asked(), ["camera", "microphone"])

    @one_engine
    def test_nothing_that_one_could_ask_about(self):
        self.assertRegex(self.take("{}"), "^TypeError ")
        self.assertRegex(self.take(""), "^TypeError ")
        self.assertEqual(self.asked(), [])

    def test_the_old_functions(self):
        take = f"({TAKE})(new Promise((...both) => (navigator.webkitGetUserMedia ?? navigator.mozGetUserMedia).call(" \
            "navigator, { video: true }, ...both)))"
        self.assertEqual(self.run_async(take), ["video"])
        self.call("cameras.refuse", ["camera"])
        self.assertEqual(self.run_async(take), "NotAllowedError true: The camera was not granted.")
        self.assertEqual(self.asked(), ["camera", "camera"])


@in_every_engine
class Permissions(AcceptanceTestCase):
    """`navigator.permissions` for camera and microphone."""

    program_arguments = ("--services",)

    def setUp(self):
        super().setUp()
        self.open_connected()

    def state(self, name):
        """Returns the state of a permission, or the name of the browser's error."""
        return self.run_async(
            f"navigator.permissions.query({{ name: '{name}' }}).then((status) => done(status.state), "
            "(error) => done(error.name))")

    def test_s8_a_denied_device(self):
        """S8: the state is `denied` if Swift denies the device. Otherwise it is the state in the browser."""
        granted = [self.state("camera"), self.state("microphone")]
        self.assertNotIn("denied", granted)
        self.call("cameras.refuse", ["camera"])
        self.assertEqual(self.state("camera"), "denied")
        self.assertEqual(self.state("microphone"), granted[1])
        self.call("cameras.refuse", ["microphone"])
        self.assertEqual([self.state("camera"), self.state("microphone")], [granted[0], "denied"])


# WebKitGTK's MiniBrowser has no simulated camera.
for engine in (ChromiumEngine, FirefoxEngine):
    name = f"CameraIn{engine.name}"
    content = {"__module__": __name__, "engine": engine} | hidden_methods(Camera, engine)
    setattr(sys.modules[__name__], name, type(name, (Camera,), content))
del Camera


class PlainHTTPTests(BrowserTestCase):
    """An address that is neither https nor localhost. Browsers deny its pages the camera and the microphone."""

    program_type = AcceptanceServer
    program_arguments = ("--services", "--name", "kiosk.example")
    heartbeat = "control.beat"
    pages = {"index.html": page()}
    chromium_arguments = OTHER_HOSTS
    records_network = True

    def setUp(self):
        super().setUp()
        self.browser.get(f"http://kiosk.example:{self.program.port}/")
        self.wait_for_connection()
        self.assertFalse(self.run_script("return isSecureContext"))

    def test_a_promise_says_why(self):
        said = self.run_async(f"({TAKE})(navigator.mediaDevices.getUserMedia({{ video: true }}))")
        self.assertRegex(said, "^NotAllowedError true: .* neither https nor localhost")
        self.assertEqual(self.run_async("navigator.mediaDevices.enumerateDevices().then(done)"), [])

    def test_the_place_is_told_all_the_same(self):
        self.run_script("bridge.call('places.move', 46.05)")
        self.assertEqual(
            self.run_async("navigator.geolocation.getCurrentPosition(({ coords }) => done(coords.latitude), done)"), 46.05)

import urllib.error
import urllib.request

from support.engines import ChromiumEngine
from support.shell_test_case import ShellTestCase

# Sends a message in the format of the shell's messages. Works in any page of the server.
SAY = """window._bridge((inside) => inside.post('event', `shell ${arguments[0]}`));"""

# Invalid messages: with wrong types, too large, or with unknown nodes, bars, pagers and entries.
NONSENSE = [
    "null", "1", '"hello"', "{}", "[]", "[[]]", '["nothing"]', '["event"]', '["event","1","click",null]',
    '["event",-1,"click",null]', '["event",999999,"click",null]', '["event",1e300,"click",null]',
    '["event",1,"explode",null]', '["event",1,"click",{"a":[1]}]', '["event",1,"input","' + "x" * 100_000 + '"]',
    '["moved","no such key"]', '["moved",null]', '["moved",""]', '["open","/\\u0000"]', '["open","//evil.example/"]',
    '["open","/' + "y" * 5000 + '"]', '["open",7]', '["geometry","tabs",null]', '["geometry","nobody",{}]',
    '["geometry","tabs",{"buttons":[],"guide":[1,1],"content":[1,1],"direction":"ltr","generation":1}]',
    '["geometry","tabs",{"buttons":[[-1,0,1e300,5]],"guide":[-1,1],"content":[1e30,1],"direction":"up","generation":1}]',
    '["position","nobody",1,true,0]', '["position","screen-0",1e300,false,0]', '["position","tabs","1",true,0]',
    '["swiped","tabs",9223372036854775807]', '["swiped","tabs",-9223372036854775808]', '["swiped","nobody",1]',
    '["swiped","tabs",1e40]', '["lost"]', '["lost",1,2,3]', "[" * 400 + "]" * 400,
]


class ShellTrust(ShellTestCase):
    """Only the shell's top-level page may send messages for the shell. Invalid messages have no effect."""

    engine = ChromiumEngine

    def say(self, message):
        self.run_script(SAY, message)

    def test_shell_cannot_be_framed(self):
        for path in ("/", "/_bridge/shell"):
            with urllib.request.urlopen(self.program.address + path) as answer:
                self.assertIn("frame-ancestors 'none'", answer.headers["Content-Security-Policy"])
                self.assertEqual(answer.headers["X-Frame-Options"], "DENY")
            for destination in ("iframe", "empty", "embed", "object"):
                request = urllib.request.Request(
                    self.program.address + path,
                    headers={"Sec-Fetch-Dest": destination, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"})
                with self.assertRaises(urllib.error.HTTPError) as refusal:
                    urllib.request.urlopen(request)
                self.assertEqual(refusal.exception.code, 403)
                self.assertNotIn(b"data-ticket", refusal.exception.read())

    def test_shell_in_itself_is_an_error_view(self):
        self.open_shell()
        for path in ("/", "/_bridge/shell"):
            self.swift("push", path)
            self.wait_until(
                lambda: "cannot be shown in" in (self.text(".screen[data-place=top] .overlay[role=alert]") or ""), "the error view")
        self.swift("popToRoot")
        self.wait_for_stack("/home.html")

    def test_page_without_a_ticket_is_no_shell(self):
        self.open_shell()
        shells = self.swift("state")["number"]

        def talk():
            for message in NONSENSE + ['["moved","x"]', '["swiped","tabs",1]']:
                self.say(message)
            self.run_script("window.mark = 1")
            self.say('["hello",{"ticket":"00000000000000000000000000000000","key":null,"saved":null,"fragment":"/two.html"}]')
            # The page must reload, like a shell whose page comes from a cache.
            self.wait_until(lambda: self.run_script("return !window.mark && !!window.bridge"), "the page loads again")

        self.in_frame(talk)
        self.wait_for_page("Home")
        self.assertEqual(self.in_frame(lambda: self.call("addingOne", 5)), 6)
        state = self.swift("state")
        self.assertEqual((state["number"], state["stack"]), (shells, ["/home.html"]), "nobody was harmed")
        self.assertIn("sent a shell message", self.program.log)

    def test_ticket_is_good_once(self):
        self.open_shell()
        shells = self.swift("state")["number"]
        ticket = self.run_script("return document.querySelector('script[data-ticket]').dataset.ticket.trim()")
        self.assertRegex(ticket, r"^\d+\.[0-9a-f]{32}\.[0-9a-f]{32}$")

        def talk():
            self.run_script("window.mark = 1")
            self.say('["hello",{"ticket":"%s","key":null,"saved":null,"fragment":""}]' % ticket)
            self.wait_until(lambda: self.run_script("return !window.mark && !!window.bridge"), "the page loads again")

        self.in_frame(talk)
        self.assertEqual(self.swift("state")["number"], shells)

    def test_nonsense_changes_nothing(self):
        self.open_shell()
        self.push_by_link("#two", "/two.html")
        self.select_tab("Pages")
        self.wait_for_page("First")
        self.swift("select", "Home")
        self.wait_for_page("Two")
        before = self.swift("state")
        for message in NONSENSE:
            self.say(message)
        pager = self.run_script("return document.querySelector('[data-pager]').dataset.pager")
        for position in ("-7", "1e9", "null", '"x"', "1e999", "-0.5"):
            self.say(f'["position","{pager}",{position},true,0]')
        # One of the messages contains an address as if the user had edited it. The shell pushes a screen for any such
        # address, so `popToRoot` removes that screen.
        self.wait_until(lambda: "sent an invalid message" in self.program.log, "the log")
        self.swift("popToRoot")
        self.wait_for_stack("/home.html")
        self.wait_for_page("Home")
        self.push_by_link("#two", "/two.html")
        self.press("Back")
        self.wait_for_stack("/home.html")
        self.assertEqual(self.swift("state")["tab"], before["tab"])
        self.select_tab("Pages")
        self.wait_for_page()
        self.assertTrue(self.program.is_running)

    def test_what_a_page_keeps_cannot_harm(self):
        # The shell starts normally, whatever a page has written to the tab's storage.
        self.open_shell()
        for saved in (
            "null", "1", "{", '{"own":[]}', '{"own":[{"key":"a"}],"saved":{}}', '{"own":[{}],"saved":{"entries":[]}}',
            '{"own":[],"saved":{"entries":[{"key":"k","place":{"tab":"Home","stack":[],"sheets":[]}}],"index":0,"pages":{},"roots":{}}}',
            '{"own":[],"saved":{"entries":[{"key":"k","place":{"tab":"Home","stack":["a"],"sheets":["b","b"]}}],"index":0,'
            '"pages":{"a":{"address":"https://evil.example/","title":"x"},"b":{"address":"javascript:alert(1)","title":""}},'
            '"roots":{"Home":"a"}}}',
            '{"own":[],"saved":{"entries":[{"key":"k","place":{"tab":"Nowhere","stack":["a"],"sheets":[]}}],"index":9,"pages":{},"roots":{}}}',
        ):
            with self.subTest(saved):
                self.browser.new_tab()
                self.browser.get(self.program.address + "/two.html")
                self.browser.look("sessionStorage.setItem('bridge.shell', arguments[0])", saved)
                self.open("/")
                self.wait_until(lambda: self.count(self.TOP), "the shell's screens")
                self.wait_until_equal(self.seen, "/home.html", "the page that is seen")
                self.assertEqual(self.stack(), ["/home.html"])

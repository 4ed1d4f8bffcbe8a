from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page

NONCE = page().replace("<script>", "<script nonce=abc>") + "<script>window.forbidden = true</script>"


class PolicyTests:
    """A program's Content-Security-Policy for its pages. The bridge works, and the policy is enforced."""

    pages = {"index.html": NONCE}

    def test_bridge_works(self):
        self.open_connected()
        self.assertIsNone(self.run_script("return window.forbidden ?? null"), "no policy")
        self.assertEqual(self.call("addingOne", 5), 6)
        self.assertEqual(self.run_async("bridge.call('later', { ms: 0, v: 7 }, done)"), 7)


@in_every_engine
class NoncePolicy(PolicyTests, AcceptanceTestCase):
    # Firefox's driver needs `eval`.
    program_arguments = ("--content-security-policy", "default-src 'none'; script-src 'nonce-abc' 'unsafe-eval'")


@in_every_engine
class StrictDynamicPolicy(PolicyTests, AcceptanceTestCase):
    program_arguments = (
        "--content-security-policy",
        "script-src 'nonce-abc' 'strict-dynamic' 'unsafe-eval'; object-src 'none'; base-uri 'none'; connect-src 'none'")

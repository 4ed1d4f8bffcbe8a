import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from support.chromium import Chromium
from support.demo import Demo
from support.engines import FirefoxEngine
from support.program import REPOSITORY


class TrustedCertificateTests:
    """`snippet-bridge certificate --trust`: a browser of this user opens https without a warning."""

    @classmethod
    def setUpClass(cls):
        cls.home = pathlib.Path(tempfile.mkdtemp(prefix="home-"))
        cls.addClassCleanup(shutil.rmtree, cls.home, ignore_errors=True)
        cls.profile = cls.home / ".mozilla/firefox/a.default"
        cls.profile.mkdir(parents=True)
        # Firefox creates this file on its first start.
        subprocess.run(["certutil", "-N", "--empty-password", "-d", f"sql:{cls.profile}"], check=True)
        certificates = str(cls.home / "certs")
        subprocess.run(
            [REPOSITORY / ".build/debug/snippet-bridge", "certificate", "--folder", certificates, "--trust"],
            env=os.environ | {"HOME": str(cls.home)}, stdout=subprocess.DEVNULL, check=True)
        cls.program = Demo(arguments=("--tls", "--certificates", certificates))
        cls.addClassCleanup(cls.program.stop)

    def test_https_without_a_warning(self):
        self.browser.get(self.program.address)
        answer = self.browser.execute_script("return [location.protocol, bridge.call('addingOne', 5)]")
        self.assertEqual(answer, ["https:", 6])


class ChromiumCertificateTests(TrustedCertificateTests, unittest.TestCase):
    def setUp(self):
        self.browser = Chromium(home=self.home)
        self.addCleanup(self.browser.quit)


class FirefoxCertificateTests(TrustedCertificateTests, unittest.TestCase):
    engine = FirefoxEngine

    def setUp(self):
        self.browser = FirefoxEngine(self.profile)
        self.addCleanup(self.browser.quit)

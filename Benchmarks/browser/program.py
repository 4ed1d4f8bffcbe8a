"""Starts a program of this package on a free port, and Chromium with its page, for one benchmark."""

import contextlib
import os
import subprocess
from pathlib import Path

from selenium import webdriver

ROOT = Path(__file__).resolve().parents[2]
DEMO = os.environ.get("DEMO", str(ROOT / ".build/release/Demo"))
# The build command: swift build -c release --product AcceptanceServer
ACCEPTANCE_SERVER = os.environ.get("ACCEPTANCE_SERVER", str(ROOT / ".build/release/AcceptanceServer"))


@contextlib.contextmanager
def serving(*options, program=DEMO):
    """Yields the program's process and address."""
    process = subprocess.Popen(
        [program, "--port", "0", "--root", str(ROOT / "public/snippets"), "--log-level", "warning", *options],
        stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        if not line.startswith("Open "):
            raise SystemExit(f"the program did not start: {line!r}")
        yield process, line.split()[1]
    finally:
        process.terminate()
        process.wait(timeout=20)


@contextlib.contextmanager
def chromium():
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    driver.set_script_timeout(300)
    try:
        yield driver
    finally:
        driver.quit()


def resident_kilobytes(process):
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise SystemExit("the demo is gone")

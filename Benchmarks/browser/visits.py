"""Measures visits with Turbo 7.1 in Chromium: the time from a click to the painted page, Back, memory, and requests.

The pages answer after 20 ms. "Painted" is two animation frames after Turbo has rendered the page. The build command:
swift build -c release --product VisitServer. The Python of the browser tests
has turbo-django.
"""

import argparse
import json
import os
import sys
import time
import urllib.request
from pathlib import Path
from statistics import median

from program import ROOT, chromium, resident_kilobytes, serving

sys.path.insert(0, str(ROOT / "Tests/Browser"))
from support.remote_site import free_port  # noqa: E402
from support.visit_site import VisitSite  # noqa: E402

VISIT_SERVER = os.environ.get("VISIT_SERVER", str(ROOT / ".build/release/VisitServer"))
FRAME = ".screens > .screen[data-place=top] iframe"
LINKS = ("one", "two", "three")

# Records the times of the visit that begins next, in milliseconds since 1970.
RECORD = """
const now = () => performance.timeOrigin + performance.now();
const times = window.times = {};
if (!window.isWatched) {
  window.isWatched = true;
  const { adapter } = Turbo.session;
  for (const name of ['visitProposedToLocation', 'visitStarted', 'visitRequestFinished']) {
    const original = adapter[name];
    adapter[name] = (...given) => {
      window.times[name] ??= now();
      return original(...given);
    };
  }
}
addEventListener('turbo:render', () => {
  times.rendered = now();
  requestAnimationFrame(() => requestAnimationFrame(() => {
    times.painted = now();
    times.scroll = scrollY;
  }));
}, { once: true });
"""
CLICK = RECORD + "addEventListener('click', () => { times.begin = now(); }, { capture: true, once: true });"


class Visits:
    """A shell in Chromium, with a navigator and a site."""

    def __init__(self, driver, process, address, site):
        self.driver, self.process, self.address, self.site = driver, process, address, site

    def tell(self, verb):
        with urllib.request.urlopen(f"{self.address}swift/{verb}", timeout=20) as answer:
            return json.load(answer)

    def inside(self, script, *arguments):
        self.driver.switch_to.frame(self.driver.find_element("css selector", FRAME))
        try:
            return self.driver.execute_script(script, *arguments)
        finally:
            self.driver.switch_to.default_content()

    def wait_for(self, title):
        """Waits until the screen with this title is shown, and the animation has ended."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            state = self.tell("state")
            if state["title"] == title and state["loading"] == "loaded" and self.driver.execute_script(
                    "return !document.getAnimations().length"):
                return
            time.sleep(0.02)
        raise SystemExit(f"{title} is not shown: {state}")

    def painted(self):
        """Waits until the page is painted. Returns the times of the last visit."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            times = self.inside("return window.times")
            if "painted" in times:
                return times
            time.sleep(0.01)
        raise SystemExit("the page is not painted")

    def click(self, link):
        # Clicks through the driver, because browsers skip history entries that were added without a user's click.
        self.inside(CLICK)
        self.driver.switch_to.frame(self.driver.find_element("css selector", FRAME))
        self.driver.find_element("css selector", "#" + link).click()
        self.driver.switch_to.default_content()
        times = self.painted()
        self.wait_for(link.title())
        return times

    def back(self, title):
        self.inside(RECORD)
        begin = self.driver.execute_script("history.back(); return performance.timeOrigin + performance.now()")
        times = self.painted()
        self.wait_for(title)
        return times | {"begin": begin}

    def browser_kilobytes(self):
        """Returns the memory of all processes of the browser. Memory that processes share is divided among them."""
        self.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        parents = {}
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                text = status.read_text()
            except OSError:
                continue  # The process has ended.
            parents[int(status.parent.name)] = int(text.rpartition(")")[2].split()[1])
        own, total = {self.driver.service.process.pid}, 0
        while new := {process for process, parent in parents.items() if parent in own} - own:
            own |= new
        for process in own:
            try:
                lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
            except OSError:
                continue
            total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        return total


def shown(name, values):
    values = sorted(values)
    print(f"{name:42} median {median(values):6.1f}  95th {values[int(len(values) * .95) - 1]:6.1f} ms", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=100)
    count = parser.parse_args().visits
    site = VisitSite(delay=0.02)
    target = f"http://localhost:{site.port}"
    options = ("--remote", f"site:{free_port()}={target}", "--start", target + "/")
    print("load average", *os.getloadavg())
    with serving(*options, program=VISIT_SERVER) as (process, address), chromium() as driver:
        driver.get(address)
        time.sleep(1)
        visits = Visits(driver, process, address, site)
        visits.wait_for("Home")
        for link in LINKS:
            visits.click(link)
        site.take_requests()
        clicks = []
        while len(clicks) < count:
            if len(clicks) % 20 == 0:
                visits.tell("clear")
                visits.wait_for("Home")
                site.take_requests()
            clicks.append(visits.click(LINKS[len(clicks) % 3]))
        documents = sum(headers["Sec-Fetch-Dest"] == "iframe" for _, _, headers in site.requests)
        requests = site.take_requests()
        print(f"the last {len(requests)} requests: {documents} for documents")
        shown("click to painted", [visit["painted"] - visit["begin"] for visit in clicks])
        shown("  proposal to the start of the visit", [
            visit["visitStarted"] - visit["visitProposedToLocation"] for visit in clicks])
        shown("  start to response", [visit["visitRequestFinished"] - visit["visitStarted"] for visit in clicks])
        shown("  rendered to painted", [visit["painted"] - visit["rendered"] for visit in clicks])

        # Every page below the top is scrolled before the next one is visited.
        visits.tell("clear")
        visits.wait_for("Home")
        stack, backs, exact = ["Home"], [], 0
        for index in range(20):
            visits.inside("scrollTo(0, arguments[0])", 100 + 10 * index)
            time.sleep(0.4)
            visits.click(LINKS[index % 3])
            stack.append(LINKS[index % 3].title())
        site.take_requests()
        for index in range(19, -1, -1):
            stack.pop()
            backs.append(visits.back(stack[-1]))
            exact += backs[-1]["scroll"] == 100 + 10 * index
        shown("Back to painted", [back["painted"] - back["begin"] for back in backs])
        print(f"Back: {len(site.take_requests())} requests, scroll position exact {exact} of {len(backs)}")

        sizes = []
        for screens in (10, 40):
            while len(visits.tell("state")["stack"]) < screens:
                visits.click(LINKS[len(visits.tell("state")["stack"]) % 3])
            time.sleep(2)
            sizes.append((visits.browser_kilobytes(), resident_kilobytes(process)))
        print("memory of a further screen: {:.0f} kB in the browser, {:.1f} kB in the server".format(
            *((after - before) / 30 for before, after in zip(*sizes))))
    site.close()
    print("load average", *os.getloadavg())


if __name__ == "__main__":
    main()

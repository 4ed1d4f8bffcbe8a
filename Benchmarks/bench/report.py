"""Tables of what was measured, for people."""

import datetime
import os
import platform
import subprocess
from pathlib import Path
from statistics import median

import plots
from servers import ROOT

PAGE = ROOT / "docs/performance.md"
# By scenario: its title, and what a server's column says of its results.
TITLES = {
    "calls": "Calls per second, and the median call's time. Connections × calls in flight on each",
    "idle": "The same while 8,000 others are open",
    "loops": "CPU time of the server per call, by event loops",
    "broadcast": "One evaluation to 5,000 pages, to the last of them",
    "static": "Static files; the page with the shim injected",
    "pages": "A call while so many pages are open",
}


def middle(results, what):
    return median(result[what] for result in results)


def count(number):
    return f"{number / 1000:,.0f} k" if number >= 10_000 else f"{number / 1000:,.1f} k"


def time(microseconds):
    return f"{microseconds / 1000:,.1f} ms" if microseconds >= 1000 else f"{microseconds:,.0f} µs"


def cell(scenario, key, results):
    def of(what):
        return middle(results, what)
    if scenario == "loops":
        return f"{of('server_cpu_us'):.2f} µs"
    if scenario == "broadcast":
        return time(of("p50_us"))
    if key == "100 MB file":
        return f"{of('bytes_per_second') / 1e6:,.0f} MB/s"
    if scenario == "static":
        return f"{count(of('per_second'))}/s, {of('server_cpu_us'):.0f} µs CPU"
    if scenario == "pages":
        return f"{time(of('p50_us'))}, {of('server_cpu_us'):.0f} µs CPU"
    return f"{count(of('per_second'))}/s, {time(of('p50_us'))}"


def brief(result):
    shown = ("per_second", "p50_us", "p99_us", "server_cpu_us", "load_cpu_us", "page_kilobytes", "bytes_per_second")
    return " ".join(f"{key}={result[key]:.4g}" for key in shown if key in result)


def rows(scenario, keys):
    """Markdown: a line for each server, a column for each key."""
    servers = list(dict.fromkeys(server for key in keys.values() for server in key))
    yield f"| {TITLES[scenario]} | " + " | ".join(keys) + " |"
    yield "|---" * (len(keys) + 1) + "|"
    for server in servers:
        cells = (cell(scenario, key, values[server]) if server in values else "" for key, values in keys.items())
        yield f"| {server} | " + " | ".join(cells) + " |"


def table(measurement):
    return "\n\n".join("\n".join(rows(name, keys)) for name, keys in measurement["results"].items())


def about(rounds, plan):
    processor = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line),
        platform.machine())
    commit = subprocess.run(
        ["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
    return {
        "date": datetime.date.today().isoformat(), "processor": processor, "cores": os.cpu_count(), "commit": commit,
        "system": platform.release(), "load": os.getloadavg()[2], "rounds": rounds, "seconds": plan.seconds}


def write(measurement):
    about = measurement["about"]
    template = Path(__file__).with_name("performance.md").read_text()
    PAGE.write_text(template.format(table=table(measurement), **about))
    plots.draw(measurement["results"], PAGE.parent)

"""Formats the results as tables for human readers."""

import datetime
import os
import platform
import subprocess
from pathlib import Path

import plots
import targets
from servers import ROOT
from targets import middle

PAGE = ROOT / "docs/guides/performance.md"


def count(number):
    return f"{number / 1000:,.0f} k" if number >= 10_000 else f"{number / 1000:,.1f} k"


def time(microseconds):
    return f"{microseconds / 1000:,.1f} ms" if microseconds >= 1000 else f"{microseconds:,.0f} µs"


def rate_and_time(of):
    return f"{count(of('per_second'))}/s, {time(of('p50_us'))}"


def processor_time(of):
    return f"{of('server_cpu_us'):.1f} µs"


def requests(of):
    return f"{count(of('per_second'))}/s, {time(of('server_cpu_us'))}"


def megabytes(of):
    return f"{of('bytes_per_second') / 1e6:,.0f} MB/s"


def memory(of):
    return f"{of('page_kilobytes'):.1f} kB"


# (scenario, keys with their headings or None for all keys, title, format of a cell)
TABLES = [
    ("calls", None, "Calls per second, and a call's median time. Connections × calls in flight on each", rate_and_time),
    ("calls", None, "Processor time of the server per call", processor_time),
    ("tls", None, "The same over TLS: calls per second, and a call's median time", rate_and_time),
    ("tls", None, "Processor time of the server per call", processor_time),
    ("awake", None, "Calls of one connection while no processor halts", rate_and_time),
    ("idle", None, "Calls while 8,000 other connections are open", rate_and_time),
    ("idle", {"1 × 1": "8,000 connections"}, "Memory of a connection that is open and idle", memory),
    ("memory", {"idle": "8,000 pages, or 5,000 over TLS"}, "Memory of a page that is open and idle", memory),
    ("loops", None, "Processor time of the server per call, by event loops", processor_time),
    ("broadcast", None, "One script to 5,000 pages", lambda of: f"{time(of('p50_us'))} until the last page has received it"),
    ("static", {"4 kB page": "kept connections", "4 kB page, a connection each": "a connection each",
                "4 kB page over TLS": "kept, over TLS", "4 kB page, a connection each over TLS": "a handshake each"},
     "A page of 4 kB with the page script: requests per second, and the server's processor time for one request", requests),
    ("static", {"100 MB file": "plain", "100 MB file over TLS": "over TLS"}, "One reader of a file of 100 MB", megabytes),
    ("routes", None, "A route: requests per second, and the server's processor time for one request", requests),
    ("proxy", None, "A page of 4 kB of another server: requests per second, and the proxy's processor time for one request", requests),
    ("fleet", {"1 × 1": "1 × 1", "64 × 1": "64 × 1", "16 × 64": "16 × 64"},
     "Calls of a server's own pages: per second, and a call's median time", rate_and_time),
    ("baseline", None, "Calls beside another build: per second, and instructions for one call",
     lambda of: f"{count(of('per_second'))}/s, {of('instructions'):,.0f}"),
]


def rows(results, title, cell):
    """Returns a table in Markdown with a line per server and a column per key."""
    servers = list(dict.fromkeys(server for values in results.values() for server in values))
    yield f"| {title} | " + " | ".join(results) + " |"
    yield "|---" * (len(results) + 1) + "|"
    for server in servers:
        cells = (cell(lambda what: middle(values[server], what)) for values in results.values())
        yield f"| {server} | " + " | ".join(cells) + " |"


def table(results):
    parts = []
    for scenario, keys, title, cell in TABLES:
        if results.get(scenario):
            named = keys or {key: key for key in results[scenario]}
            shown = {heading: results[scenario][key] for key, heading in named.items()}
            parts.append("\n".join(rows(shown, title, cell)))
    return "\n\n".join(parts)


def brief(result):
    shown = ("per_second", "p50_us", "p99_us", "server_cpu_us", "load_cpu_us", "page_kilobytes", "bytes_per_second", "instructions", "bytes")
    return " ".join(f"{key}={result[key]:.4g}" for key in shown if key in result)


def about(plan):
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    processor = next((line.split(":")[1].strip() for line in lines if "model name" in line), platform.machine())
    commit = subprocess.run(
        ["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
    return {
        "date": datetime.date.today().isoformat(), "processor": processor, "cores": os.cpu_count(), "commit": commit,
        "system": platform.release(), "seconds": plan.seconds}


def remark(about):
    if about["busiest"] <= 2 * about["cores"]:
        return ""
    return ("\n**The machine was busy with other work.** So the rates and times above are unreliable. They favour servers with\n"
            "several threads, which get a larger share of the machine. Compare the processor times per call.\n")


def write(measurement):
    results, about = measurement["results"], measurement["about"]
    template = Path(__file__).with_name("performance.md").read_text()
    PAGE.write_text(template.format(table=table(results), targets=targets.table(results), remark=remark(about), **about))
    plots.draw(results, PAGE.parent)

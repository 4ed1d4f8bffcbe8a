"""The targets of the benchmarks, with the measured values. Most are ratios of two servers in the same run."""

import math
from statistics import median

OURS, IMMEDIATE, FLOOR = "SnippetBridge", "SnippetBridge, immediate", "libwebsockets in C"
TLS, DEMO = "SnippetBridge over TLS", "the demo"
SHAPES = ("1 × 1", "1 × 64", "64 × 1", "64 × 16", "16 × 64")
HANDSHAKE_EACH = "4 kB page, a connection each over TLS"


def middle(results, what):
    return median(result[what] for result in results)


def rows(results):
    """Yields a target's name, the wanted value and the measured value, which is NaN if it was not measured."""
    def all_rounds(scenario, key, what, server):
        found = results.get(scenario, {}).get(key, {}).get(server, [])
        return [result[what] for result in found] or [math.nan]

    def of(scenario, key, what, server=OURS):
        return median(all_rounds(scenario, key, what, server))

    def ratio(scenario, key, other, what="per_second", server=OURS):
        """Returns the median of the rounds' ratios. A change of the machine's load between rounds affects both
        servers."""
        pairs = zip(all_rounds(scenario, key, what, server), all_rounds(scenario, key, what, other))
        return median(one / another for one, another in pairs)

    def rate(scenario, key, other, server=OURS, what="per_second", time="server_cpu_us"):
        """Compares the servers' CPU time, because the load generator limits the rate in some scenarios."""
        by_time = 1 / ratio(scenario, key, other, time, server)
        return f"{ratio(scenario, key, other, what, server):.2f} ({by_time:.2f} by processor time)"

    for server, key, wanted in ((OURS, "1 × 1", 0.4), (OURS, "64 × 1", 0.5), (IMMEDIATE, "1 × 1", 0.8), (IMMEDIATE, "64 × 1", 0.9)):
        yield f"{server}: {key}, relative to libwebsockets in C", f"≥ {wanted}", f"{ratio('calls', key, FLOOR, server=server):.2f}"
    for server, key, wanted in (
            (OURS, "1 × 64", 550), (OURS, "16 × 64", 1500), (IMMEDIATE, "1 × 64", 1000), (IMMEDIATE, "16 × 64", 2000)):
        yield f"{server}: {key}, calls per second", f"≥ {wanted:,} k", f"{of('calls', key, 'per_second', server) / 1000:,.0f} k"
    for key in SHAPES:
        yield f"{key} over TLS, relative to plain", "≥ 0.8", rate("tls", key, OURS, TLS)
    for server, wanted in ((OURS, 550), (IMMEDIATE, 1000)):
        calls = of("awake", "1 × 64", "per_second", server)
        yield f"{server}: 1 × 64 while no processor halts, calls per second", f"≥ {wanted:,} k", f"{calls / 1000:,.0f} k"
    for key in ("1 × 1", "64 × 1"):
        slower = of("calls", key, "per_second") / of("idle", key, "per_second")
        yield f"{key}, calls per second without idle pages, relative to those with 8,000 idle pages", "≤ 1.3", f"{slower:.2f}"
    yield "memory of an idle page", "≤ 14.7 kB", f"{of('idle', '1 × 1', 'page_kilobytes'):.1f} kB"
    yield "memory of an idle page of the demo", "≤ 20 kB", f"{of('memory', 'idle', 'page_kilobytes', DEMO):.1f} kB"
    yield "memory of an idle page over TLS", "≤ 40 kB", f"{of('memory', 'idle', 'page_kilobytes', TLS):.1f} kB"
    for key in ("64 × 1", "16 × 64"):
        more = ratio("loops", key, "--loops 1", "server_cpu_us", "--loops 2")
        yield f"{key}, processor time with two loops, relative to one loop", "≤ 1.1", f"{more:.2f}"
    yield "a script to 5,000 pages: time until the last page has received it", "< 60 ms", f"{of('broadcast', 'broadcast', 'p50_us') / 1000:,.0f} ms"
    for key, said, wanted in (
            ("4 kB page", "4 kB page, kept connections", "1.0"), ("4 kB page, a connection each", "4 kB page, a connection each", 0.9),
            ("4 kB page over TLS", "4 kB page over TLS, kept connections", 0.9),
            (HANDSHAKE_EACH, "4 kB page over TLS, a handshake each", 0.9)):
        yield f"{said}, relative to nginx", f"≥ {wanted}", rate("static", key, "nginx")
    for key, wanted in (("100 MB file", 1.1), ("100 MB file over TLS", 0.9)):
        yield f"{key}, relative to nginx", f"≥ {wanted}", rate("static", key, "nginx", OURS, "bytes_per_second", "server_cpu_us_per_megabyte")
    yield "a route that answers `{\"ok\":true}`, relative to Node.js `http`", "≥ 2", rate("routes", '{"ok":true}', "Node.js http")
    for key in ("one connection", "64 connections"):
        yield f"a page of another server, {key}, relative to nginx as proxy", "≥ 0.5", rate("proxy", key, "nginx")
    for key in ("1 × 1", "64 × 1", "16 × 64"):
        yield f"{key} of a server in a fleet, relative to one in none", "≥ 0.98", rate("fleet", key, OURS, "in a fleet")
    last = of("fleet", "10,000 pages", "p50_us", "4 servers") / 1000
    yield "a call to 10,000 pages of 4 servers: time until the last page has received it", "< 200 ms", f"{last:,.0f} ms"
    page, function = "page of another server", "function of another process"
    for what, wanted in (("p50_us", 0.6), ("p99_us", 3)):
        yield f"call to a {page}, {what[:3]}", f"≤ {wanted} ms", f"{of('remote', page, what) / 1000:.2f} ms"
    bare = of("remote", page, "p50_us") / of("remote", "bare request and reply", "p50_us")
    yield f"call to a {page}, relative to a bare request and reply through Redis", "≤ 4", f"{bare:.1f}"
    busy = f"{function}, 64 in flight"
    yield f"{busy}: calls per second", "≥ 30 k", f"{of('remote', busy, 'per_second') / 1000:,.1f} k"
    busy = f"{page}, 64 in flight"
    yield f"{busy}: calls per second, relative to python-socketio", "≥ 5", f"{ratio('remote', busy, 'python-socketio'):.1f}"
    for key in ("join", "leave"):
        yield f"presence in a fleet: {key}", "≤ 0.3 ms", f"{of('remote', key, 'p50_us') / 1000:.2f} ms"
    more = (of("remote", "blocking call, forwarded", "p50_us") - of("remote", "blocking call", "p50_us")) / 1000
    yield "a blocking call that another server forwards: more time", "≤ 0.3 ms", f"{more:.2f} ms"
    beats = of("remote", "beat of 50 servers", "p50_us") / of("remote", "beat of 2 servers", "p50_us")
    yield "renewal of a lease in a fleet of 50 servers, relative to one of 2", "flat", f"{beats:.2f}"
    yield "memory of Redis for a page with a name and a group", "≤ 1 kB", f"{of('remote', 'page with a name and a group', 'bytes') / 1000:.2f} kB"
    yield "list of 50,000 pages", "< 1 s", f"{of('remote', 'list of 50000 pages', 'p50_us') / 1e6:.2f} s"
    if "baseline" in results:
        for key in SHAPES:
            yield f"{key}, instructions per call, relative to another build", "≤ 1.03", f"{ratio('baseline', key, 'baseline', 'instructions'):.3f}"
        for key in SHAPES:
            rates = zip(all_rounds("baseline", key, "per_second", OURS), all_rounds("baseline", key, "per_second", "baseline"))
            each = sorted(one / another for one, another in rates)
            yield (f"{key}, calls per second, relative to another build", "no loss beyond noise",
                   f"{median(each):.2f} (rounds: {each[0]:.2f} to {each[-1]:.2f})")


def table(results, with_missing=True):
    lines = ["| what | target | measured |", "|---|---|---|"]
    for what, wanted, measured in rows(results):
        if "nan" not in measured:
            lines.append(f"| {what} | {wanted} | {measured} |")
        elif with_missing:
            lines.append(f"| {what} | {wanted} | not measured |")
    return "\n".join(lines if len(lines) > 2 else [])

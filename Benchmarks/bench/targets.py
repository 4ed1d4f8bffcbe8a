"""What is wanted, as ratios within one run, and what was measured."""

from statistics import median

OURS, IMMEDIATE, FLOOR = "SnippetBridge", "SnippetBridge, immediate", "libwebsockets in C"


def middle(results, what):
    return median(result[what] for result in results)


def rows(results):
    def of(scenario, key, what, server=OURS):
        return middle(results[scenario][key][server], what)

    def ratio(scenario, key, other, what="per_second", server=OURS):
        return of(scenario, key, what, server) / of(scenario, key, what, other)

    for server, key, wanted in ((OURS, "1 × 1", 0.4), (OURS, "64 × 1", 0.5), (IMMEDIATE, "1 × 1", 0.8), (IMMEDIATE, "64 × 1", 0.9)):
        yield f"{server}: {key}, to libwebsockets in C", f"≥ {wanted}", f"{ratio('calls', key, FLOOR, server=server):.2f}"
    for server, key, wanted in (
            (OURS, "1 × 64", 550), (OURS, "16 × 64", 1500), (IMMEDIATE, "1 × 64", 1000), (IMMEDIATE, "16 × 64", 2000)):
        yield f"{server}: {key}, calls per second", f"≥ {wanted:,} k", f"{of('calls', key, 'per_second', server) / 1000:,.0f} k"
    for server, wanted in ((OURS, 550), (IMMEDIATE, 1000)):
        rate = of("awake", "1 × 64", "per_second", server)
        yield f"{server}: 1 × 64 while no processor halts, calls per second", f"≥ {wanted:,} k", f"{rate / 1000:,.0f} k"
    for key in ("1 × 1", "64 × 1"):
        slower = of("calls", key, "per_second") / of("idle", key, "per_second")
        yield f"{key}, slower with 8,000 idle pages", "≤ 1.3", f"{slower:.2f}"
    yield "memory of an idle page", "< 16 kB", f"{of('idle', '1 × 1', 'page_kilobytes'):.1f} kB"
    for key in results["loops"]:
        more = of("loops", key, "server_cpu_us", "--loops 2") / of("loops", key, "server_cpu_us", "--loops 1")
        yield f"{key}, processor time with two loops to that with one", "≤ 1.1", f"{more:.2f}"
    yield "a script to 5,000 pages, to the last", "< 60 ms", f"{of('broadcast', 'broadcast', 'p50_us') / 1000:,.0f} ms"
    yield "4 kB page, to nginx", "≥ 0.8", f"{ratio('static', '4 kB page', 'nginx'):.2f}"
    yield "100 MB file, to nginx", "≥ 0.9", f"{ratio('static', '100 MB file', 'nginx', 'bytes_per_second'):.2f}"


def table(results):
    return "\n".join(["| what | wanted | measured |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows(results))])

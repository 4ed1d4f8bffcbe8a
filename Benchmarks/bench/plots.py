"""Draws docs/guides/performance.png and docs/guides/cost.png."""

from statistics import median

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

COLORS = ("#1b6ca8", "#6fb1de", "#8a8a8a", "#b5b5b5", "#d6d6d6")


def draw(results, folder):
    bars(results["calls"], folder / "performance.png")
    curve(results["pages"], folder / "cost.png")


def bars(keys, path):
    servers = list(next(iter(keys.values())))
    width = 0.8 / len(servers)
    figure, axes = pyplot.subplots(figsize=(9, 3.6), layout="constrained")
    for place, server in enumerate(servers):
        rates = [median(result["per_second"] for result in key[server]) / 1000 for key in keys.values()]
        drawn = axes.bar([x + (place + 0.5) * width - 0.4 for x in range(len(keys))], rates, width, label=server, color=COLORS[place])
        axes.bar_label(drawn, [f"{rate:,.0f}" for rate in rates], fontsize=7, padding=1)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.set_ylabel("thousand calls per second")
    axes.set_xticks(range(len(keys)), keys)
    axes.set_xlabel("connections × calls in flight on each")
    axes.margins(y=0.15)
    axes.legend(frameon=False, fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=150)
    pyplot.close(figure)


def curve(keys, path):
    pages = [int(key) for key in keys]
    def line(what):
        return [median(result[what] for results in key.values() for result in results) for key in keys.values()]
    figure, axes = pyplot.subplots(figsize=(9, 3), layout="constrained")
    axes.plot(pages, line("p50_us"), "o-", color=COLORS[0], label="time of a call, median")
    axes.plot(pages, line("server_cpu_us"), "s--", color=COLORS[2], label="CPU time of the server per call")
    axes.set_xscale("log")
    axes.set_xticks(pages, [f"{count:,}" for count in pages])
    axes.minorticks_off()
    axes.set_ylim(bottom=0)
    axes.set_xlabel("open pages, one of which calls")
    axes.set_ylabel("µs")
    axes.legend(frameon=False, fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=150)
    pyplot.close(figure)

"""Measures the main job of FleetBenchmark with python-socketio's Redis manager: a server calls the clients of another
server, and waits for their results. `socketio_fleet.py redis://127.0.0.1:6379`

Needs the packages python-socketio, redis and aiohttp.
"""
import asyncio
import json
import multiprocessing
import sys
import time

import aiohttp.web
import socketio

CLIENTS, CALLS, IN_FLIGHT = 100, 6_000, 64


def server(redis, ready):
    """Serves the clients."""
    sio = socketio.AsyncServer(async_mode="aiohttp", client_manager=socketio.AsyncRedisManager(redis))
    app = aiohttp.web.Application()
    sio.attach(app)

    async def run():
        runner = aiohttp.web.AppRunner(app)
        await runner.setup()
        site = aiohttp.web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        ready.put(site._server.sockets[0].getsockname()[1])
        await asyncio.Event().wait()

    asyncio.run(run())


def clients(port, ready):
    """Connects the clients, which answer each call with 1."""

    async def run():
        opened = []
        for _ in range(CLIENTS):
            client = socketio.AsyncClient()
            client.on("one", lambda *_: 1)
            await client.connect(f"http://127.0.0.1:{port}", transports=["websocket"])
            opened.append(client)
        ready.put([client.get_sid() for client in opened])
        await asyncio.Event().wait()

    asyncio.run(run())


async def measure(redis, ids):
    """Calls the clients from a server that does not hold them."""
    sio = socketio.AsyncServer(async_mode="aiohttp", client_manager=socketio.AsyncRedisManager(redis))
    sio.manager.set_server(sio)
    sio.manager.initialize()
    await asyncio.sleep(1)  # The manager subscribes in the background.

    async def call(number):
        assert await sio.call("one", to=ids[number % len(ids)], timeout=10) == 1

    times = []
    for number in range(1_500):
        start = time.perf_counter()
        await call(number)
        times.append(time.perf_counter() - start)
    times = sorted(times[500:])
    write("page of another server", p50_us=times[len(times) // 2] * 1e6, p99_us=times[len(times) * 99 // 100] * 1e6)
    numbers = iter(range(CALLS))

    async def caller():
        for number in numbers:
            await call(number)

    start = time.perf_counter()
    await asyncio.gather(*(caller() for _ in range(IN_FLIGHT)))
    write("page of another server, 64 in flight", per_second=CALLS / (time.perf_counter() - start))


def write(key, **values):
    print(json.dumps({"key": key, **values}))


if __name__ == "__main__":
    redis = sys.argv[1]
    ready = multiprocessing.Queue()
    processes = [multiprocessing.Process(target=server, args=(redis, ready), daemon=True)]
    processes[0].start()
    processes.append(multiprocessing.Process(target=clients, args=(ready.get(timeout=60), ready), daemon=True))
    processes[1].start()
    asyncio.run(measure(redis, ready.get(timeout=60)))

"""A server with the same functions, in Python with its most used WebSocket library."""

import asyncio
import json

import websockets


async def serve(socket):
    async for text in socket:
        call = json.loads(text)
        await socket.send(json.dumps({"id": call["id"], "data": call["data"] + 1}))


async def main():
    async with websockets.serve(serve, "127.0.0.1", 0, compression=None) as server:
        print(f"Open http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", flush=True)
        await asyncio.Future()


asyncio.run(main())

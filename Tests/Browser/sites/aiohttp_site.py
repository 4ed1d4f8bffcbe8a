"""A site with aiohttp, which has a hot-reload socket and event streams: `python aiohttp_site.py <port>`."""
import asyncio
import sys

from aiohttp import WSMsgType, web

PAGE = "<!doctype html><html><head><title>aiohttp</title></head><body></body></html>"
waiting = set()


async def index(request):
    return web.Response(text=PAGE, content_type="text/html")


async def hot_reload(request):
    """Sends a greeting, and then echoes text and bytes. The text `close` closes the socket with a code."""
    socket = web.WebSocketResponse(protocols=["vite-hmr"])
    await socket.prepare(request)
    await socket.send_json({"type": "connected", "protocol": socket.ws_protocol})
    async for message in socket:
        if message.type == WSMsgType.TEXT and message.data == "close":
            await socket.close(code=4321, message=b"as asked")
        elif message.type == WSMsgType.TEXT:
            await socket.send_str(message.data)
        elif message.type == WSMsgType.BINARY:
            await socket.send_bytes(message.data)
    return socket


async def events(request):
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"})
    await response.prepare(request)
    for number in range(3):
        await response.write(f"data: {number}\n\n".encode())
        await asyncio.sleep(0.05)
    waiting.add(response)
    try:
        await asyncio.sleep(60)
    finally:
        waiting.discard(response)
    return response


async def open_streams(request):
    """Returns the number of streams with listeners."""
    return web.json_response(len(waiting))


application = web.Application()
application.add_routes([
    web.get("/", index), web.get("/hmr", hot_reload), web.get("/events", events), web.get("/open", open_streams)])

if __name__ == "__main__":
    web.run_app(application, host="127.0.0.1", port=int(sys.argv[1]), print=None, handler_cancellation=True)

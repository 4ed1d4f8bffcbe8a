"""Checks that the server finds the client's address in requests that a proxy forwards, despite false header fields."""
import asyncio
import re

from answers import read_answer

CHOSEN = "198.51.100.66"

#: The header fields with which a client claims a false address. `@` stands for that address.
SAYINGS = [
    [],
    ["X-Forwarded-For: @"],
    ["X-Forwarded-For: @", "X-Forwarded-For: @"],
    ["x-forwarded-for: @, @, @"],
    ["X-Forwarded-For: 127.0.0.1"],
    ["X-Forwarded-For: @, 127.0.0.1"],
    ["X-Forwarded-For: unknown"],
    ["X-Forwarded-For: @,"],
    ["X-Forwarded-For:"],
    ["X-Forwarded-For: [::1]:80, @:99"],
    ["X-Forwarded-For: \"@\""],
    ["X-Forwarded-For:\t@"],
    ["X-Forwarded-For: " + ", ".join(["@"] * 100)],
    ["X_Forwarded_For: @"],
    ["Forwarded: for=@", "X-Real-IP: @", "X-Client-IP: @", "CF-Connecting-IP: @"],
    ["Connection: X-Forwarded-For"],
    ["Connection: keep-alive, X-Forwarded-For", "X-Forwarded-For: @"],
    ["X-Forwarded-For : @"],
    ["X-Forwarded-For: a", " @"],
]
#: The clients' real addresses. The server can learn them only from the proxy.
ADDRESSES = ["127.0.0.5", "127.0.0.77"]


async def wrong_peers(name, demo, make_proxy):
    """Returns the problems, and the number of requests that the server has logged with the client's address.

    The server logs each request whose `Host` is not one of the server's own names.
    """
    proxy = make_proxy(demo.port)
    sent = []
    try:
        # The server logs the same message 19 times in a minute and drops the others, so at most 19 requests are sent.
        for index, saying in enumerate(SAYINGS):
            address = ADDRESSES[index % len(ADDRESSES)]
            reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port, local_addr=(address, 0))
            lines = [f"GET /first-{index:08} HTTP/1.1", f"Host: peer-{index}.example", *saying, "", ""]
            writer.write("\r\n".join(lines).replace("@", CHOSEN).encode())
            status, *_ = await asyncio.wait_for(read_answer(reader), 20)
            writer.close()
            sent.append((index, address, saying, status))
    finally:
        proxy.stop()
    demo.stop()
    logged = {
        int(host): peer
        for peer, host in re.findall(r"peer=(\S+) .*under the name peer-(\d+)\.example", demo.log)
    }
    problems = []
    for index, address, saying, status in sent:
        if status == 403 and logged.get(index) != address:
            problems.append(f"{name}: {saying} from {address}: the server takes {logged.get(index)} for the peer")
        # The proxy may refuse a malformed request with 400.
        if status not in (403, 400):
            problems.append(f"{name}: {saying} from {address} was answered {status}")
    return problems, len(logged)

"""A search whose leaves a server evaluates: slowly, out of order, and sometimes not at all.

    ./run python docs/python/model_server.py --iterations 400 --concurrency 32

The server stands in for a model behind HTTP: each call takes some 20 ms, one in twenty fails, one in
fifty never ends. Only `evaluate` knows of it; put yours there.
"""

import argparse
import asyncio
import json
import random
import time

import banyan


async def answer(reader, writer):
    """One call of the stand-in: a position's board in, its value and priors out."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    length = int(head.split("content-length:")[1].split()[0])
    asked = json.loads(await reader.readexactly(length))
    fate = random.random()
    await asyncio.sleep(60 if fate < 0.02 else random.expovariate(1 / 0.02))
    status = "503 Service Unavailable" if fate > 0.95 else "200 OK"
    drawn = random.Random(asked["board"])
    told = {"value": drawn.random(), "priors": [drawn.random() + 0.1 for _ in asked["moves"]]}
    body = json.dumps(told).encode()
    writer.write(f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
    await writer.drain()
    writer.close()


async def evaluate(leaf, port):
    """One call: a value from 0 to 1 for the player to move, and a weight for each legal move."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        body = json.dumps({"board": str(leaf.state), "moves": leaf.legal_moves}).encode()
        writer.write(f"POST / HTTP/1.1\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        response = await reader.read()
    finally:
        writer.close()
    head, _, told = response.partition(b"\r\n\r\n")
    if b" 200 " not in head.split(b"\r\n")[0]:
        raise OSError(head.split(b"\r\n")[0].decode())
    told = json.loads(told)
    return told["value"], told["priors"]


async def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--concurrency", type=int, nargs="+", default=[1, 32])
    options = parser.parse_args()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    for concurrency in options.concurrency:
        begin = time.perf_counter()
        found = await banyan.search_async(
            options.game,
            lambda leaf: evaluate(leaf, port),
            iterations=options.iterations,
            concurrency=concurrency,
            timeout=1,
            retries=10,
        )
        seconds = time.perf_counter() - begin
        print(
            f"concurrency {concurrency:>3}: {found.iterations} leaves in {seconds:.1f} s, "
            f"best move {found.best_move}"
        )
    server.close()


if __name__ == "__main__":
    asyncio.run(main())

import { createServer } from "node:http";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { type Body, readBody, readStream } from "@/lib/callbacks/body";
import { listenLocally } from "../../support/local-server";

type Source = { write: (bytes: Uint8Array) => void; end: () => void; breakOff: () => void };
const LIMIT = 64 * 1024;

/** Both ways to read are given the same, and have to make the same of it. */
const WAYS: [name: string, open: (patienceMs?: number) => { source: Source; read: Promise<Body> }][] = [
  [
    "a standard request",
    (patienceMs) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      // What is written after the cut is ignored.
      const ignore = () => undefined;
      const source = {
        write: (bytes: Uint8Array) => void writer.write(bytes).catch(ignore),
        end: () => void writer.close().catch(ignore),
        breakOff: () => void writer.abort(new Error("gone")).catch(ignore),
      };
      const init = { method: "POST", body: readable, duplex: "half" } as RequestInit;
      return { source, read: readBody(new Request("http://console.test", init), patienceMs) };
    },
  ],
  [
    "a stream of Node's",
    (patienceMs) => {
      const stream = new PassThrough();
      const source = {
        write: (bytes: Uint8Array) => void stream.write(bytes),
        end: () => void stream.end(),
        breakOff: () => void stream.destroy(new Error("gone")),
      };
      return { source, read: readStream(stream, patienceMs) };
    },
  ],
];

describe.each(WAYS)("the body of %s", (_name, open) => {
  test("is read whole, in however many pieces it comes", async () => {
    const { source, read } = open();
    for (const piece of ["ア", "", "b"]) source.write(Buffer.from(piece));
    source.end();
    expect(await read).toEqual({ bytes: Buffer.from("アb"), cut: null });
  });

  test("of 64 KiB is read, and cut at one byte more", async () => {
    const full = open();
    full.source.write(Buffer.alloc(LIMIT, "x"));
    full.source.end();
    expect((await full.read).cut).toBeNull();

    const over = open();
    over.source.write(Buffer.alloc(LIMIT, "x"));
    over.source.write(Buffer.from("y"));
    const { bytes, cut } = await over.read;
    expect([bytes.byteLength, cut]).toEqual([LIMIT, "too_large"]);
  });

  test("that never ends is cut after a while, and what came is kept", async () => {
    const { source, read } = open(30);
    source.write(Buffer.from("a"));
    expect(await read).toEqual({ bytes: Buffer.from("a"), cut: "too_slow" });
  });

  test("whose sender goes away in the middle is kept as far as it came", async () => {
    const { source, read } = open();
    source.write(Buffer.from("a"));
    await new Promise((resolve) => setImmediate(resolve));
    source.breakOff();
    expect((await read).cut).toBe("broken_off");
  });
});

test("a body that is all there is read without waiting for it", async () => {
  const server = createServer(async (request, response) => {
    while (!request.complete) await new Promise((resolve) => setImmediate(resolve));
    const read = readStream(request);
    const waits = request.listenerCount("data");
    response.end(JSON.stringify({ waits, text: (await read).bytes.toString(), cut: (await read).cut }));
  });
  const { url, close } = await listenLocally(server);
  for (const text of ["アb", ""]) {
    const answer = await fetch(url, { method: "POST", body: text });
    expect(await answer.json()).toEqual({ waits: 0, text, cut: null });
  }
  await close();
});

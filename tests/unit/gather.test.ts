import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { gatherParts } from "@/lib/gather";

type Compressed = ServerResponse & { flush?: () => void };

let server: Server;
/** What came to whoever compresses, in order; a word in brackets is a call. */
let seen: string[];
/** What it says of its receiver. */
let goesOn: boolean;

beforeAll(gatherParts);
beforeEach(() => {
  seen = [];
  goesOn = true;
});
afterEach(() => server.close());

/** Gives an answer ways of its own, as what compresses for Next does. */
function compress(response: Compressed) {
  const { write, end } = response;
  const say = (chunk: unknown) =>
    seen.push(chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : String(chunk));
  response.write = (chunk: unknown) => {
    say(chunk);
    write.call(response, chunk, "utf8");
    return goesOn;
  };
  response.end = (chunk?: unknown) => {
    if (chunk) say(chunk);
    seen.push("(end)");
    return end.call(response, chunk, "utf8");
  };
  response.flush = () => seen.push("(flush)");
}

/** As Next writes a page: a flush after each part. */
const part = (response: Compressed, text: string) => {
  const isTaken = response.write(Buffer.from(text));
  response.flush?.();
  return isTaken;
};

async function ask(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text();
}

test("parts that follow one another are sent together, and what comes later by itself", async () => {
  const text = await ask(async (_request, response) => {
    compress(response);
    for (const one of ["a", "b", "c"]) part(response, one);
    await pause(50);
    for (const one of ["d", "e"]) part(response, one);
    await pause(50);
    response.end();
  });
  expect(text).toBe("abcde");
  expect(seen).toEqual(["abc", "(flush)", "de", "(flush)", "(end)"]);
});

test("the end waits for nothing, loses nothing, and nothing comes after it", async () => {
  const text = await ask((_request, response) => {
    compress(response);
    part(response, "a");
    response.write("ぁ");
    response.end("c");
  });
  expect(text).toBe("aぁc");
  await pause(50);
  expect(seen).toEqual(["aぁ", "c", "(end)"]);
});

test("much is sent at once, and whoever writes hears that the receiver is slower", async () => {
  goesOn = false;
  const much = "x".repeat(40_000);
  const taken: boolean[] = [];
  const text = await ask((_request, response) => {
    compress(response);
    taken.push(part(response, "a"), part(response, much), part(response, "b"));
    response.end();
  });
  expect(text).toBe(`a${much}b`);
  expect(taken).toEqual([true, false, true]);
  expect(seen).toEqual([`a${much}`, "(flush)", "b", "(end)"]);
});

test("an answer that nobody compresses is written as ever", async () => {
  let flush: unknown = "not asked";
  const text = await ask((_request, response: Compressed) => {
    flush = response.flush;
    response.write("a");
    response.end("b");
  });
  expect(text).toBe("ab");
  expect(flush).toBeUndefined();
});

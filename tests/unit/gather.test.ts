import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gatherParts } from "@/lib/gather";

/** Whoever compresses an answer gives it a method of this name: Next does, and asks for it after each part. */
type Compressed = ServerResponse & { flush?: () => void };

let server: Server;
let origin: string;
let flushed: string[] = [];
let answer: (response: Compressed, part: (text: string) => void) => Promise<void> | void;

beforeAll(async () => {
  gatherParts();
  server = createServer((_request, response: Compressed) => {
    let since = "";
    response.flush = () => {
      flushed.push(since);
      since = "";
    };
    void answer(response, (text) => {
      response.write(text);
      since += text;
      response.flush?.();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test("parts that follow one another are sent together, and what comes later by itself", async () => {
  flushed = [];
  answer = async (response, part) => {
    for (const text of ["a", "b", "c"]) part(text);
    await pause(50);
    for (const text of ["d", "e"]) part(text);
    await pause(50);
    response.end();
  };
  expect(await (await fetch(origin)).text()).toBe("abcde");
  expect(flushed).toEqual(["abc", "de"]);
});

test("the end waits for nothing, and nothing is sent after it", async () => {
  flushed = [];
  answer = (response, part) => {
    part("a");
    response.end("b");
  };
  expect(await (await fetch(origin)).text()).toBe("ab");
  await pause(50);
  expect(flushed).toEqual([]);
});

test("an answer that nobody compresses has no such method", async () => {
  let found: unknown = "not asked";
  const plain = createServer((_request, response: Compressed) => {
    found = response.flush;
    response.end();
  });
  await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
  await fetch(`http://127.0.0.1:${(plain.address() as AddressInfo).port}`);
  expect(found).toBeUndefined();
  plain.close();
});

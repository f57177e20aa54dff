import { expect, test } from "vitest";
import { readSmallJson } from "@/lib/http/body-limit";

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://console.test", { method: "POST", body, headers, duplex: "half" } as RequestInit);
const withLength = (text: string, length = `${Buffer.byteLength(text)}`) => post(text, { "content-length": length });

test("a question is read when it says that it is short", async () => {
  expect(await readSmallJson(withLength('{"a":1}'))).toEqual({ a: 1 });
});

test("what is no JSON is no question", async () => {
  expect(await readSmallJson(withLength('{"a":'))).toBeNull();
});

test.each([`${10 * 1024 * 1024}`, "-1", "1e3", "0x10", ""])("a length of %j is not listened to", async (length) => {
  const request = withLength('{"a":1}', length);
  expect(await readSmallJson(request)).toBeNull();
  expect(request.bodyUsed).toBe(false);
});

test("a request without a length is refused", async () => {
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024)) });
  expect(await readSmallJson(post(endless))).toBeNull();
});

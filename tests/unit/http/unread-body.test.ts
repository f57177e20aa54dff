import { expect, test } from "vitest";
import { textStream } from "@/lib/csv/text-stream";
import { closeUnread } from "@/lib/http/unread-body";

/** A file whose source says when it was closed. */
function file() {
  const ended: string[] = [];
  async function* text() {
    yield "header\r\n";
    yield "row\r\n";
  }
  const end = async () => {
    ended.push("ended");
  };
  const headers = { "x-rows": "1" };
  return { ended, response: () => new Response(textStream({ text: text(), end }), { status: 200, headers }) };
}

test("a file that the request does not wait for is closed, and keeps its headers", async () => {
  const gone = AbortSignal.abort();
  for (const request of [new Request("http://a", { method: "HEAD" }), new Request("http://a", { signal: gone })]) {
    const { ended, response } = file();
    const answer = await closeUnread(request, response());
    expect(ended).toEqual(["ended"]);
    expect([answer.status, answer.headers.get("x-rows"), answer.body]).toEqual([200, "1", null]);
  }
});

test("a file that is waited for is sent", async () => {
  const { ended, response } = file();
  const answer = await closeUnread(new Request("http://a"), response());
  expect(ended).toEqual([]);
  expect(await answer.text()).toBe("header\r\nrow\r\n");
});

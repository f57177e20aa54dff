import { afterEach, expect, test, vi } from "vitest";
import { saveFile } from "@/components/ui/save-file";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function saved(answer: (path: string, asked: RequestInit) => Promise<Response>) {
  const link = { href: "", download: null, click: vi.fn<() => void>() };
  vi.stubGlobal("fetch", vi.fn<typeof answer>(answer));
  vi.stubGlobal("document", { createElement: () => link });
  const isSaved = await saveFile("/api/sandbox/reports/export?unit=day");
  return { isSaved, href: link.click.mock.calls.length > 0 ? link.href : null };
}

test("a file is not asked for after the session ended, and the page stays with what was typed", async () => {
  expect(await saved(async () => new Response(null, { status: 401 }))).toEqual({ isSaved: false, href: null });
});

const timeUp = (_: string, { signal }: RequestInit) =>
  new Promise<Response>((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
  });

test.each([
  ["a session", async () => new Response(null, { status: 204 })],
  ["no network, of which the browser says so", async () => Promise.reject(new TypeError("fetch failed"))],
  ["a console that does not answer in time", timeUp],
] as const)("with %s the browser downloads it", async (_, answer) => {
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  expect(await saved(answer)).toEqual({ isSaved: true, href: "/api/sandbox/reports/export?unit=day" });
});

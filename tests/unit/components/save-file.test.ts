import { afterEach, expect, test, vi } from "vitest";
import { saveFile } from "@/components/ui/save-file";

afterEach(() => vi.unstubAllGlobals());

async function saved(answer: () => Promise<Response>) {
  const assign = vi.fn<(to: string) => void>();
  const link = { href: "", download: null, click: vi.fn<() => void>() };
  vi.stubGlobal("fetch", vi.fn<() => Promise<Response>>(answer));
  vi.stubGlobal("location", { pathname: "/sandbox/reports", search: "?unit=day", assign });
  vi.stubGlobal("document", { createElement: () => link });
  await saveFile("/api/sandbox/reports/export?unit=day");
  return { href: link.click.mock.calls.length > 0 ? link.href : null, to: assign.mock.calls.map(([to]) => to) };
}

test("a file is not asked for after the session ended: the reader signs in and comes back", async () => {
  const ended = await saved(async () => new Response(null, { status: 401 }));
  expect(ended).toEqual({ href: null, to: ["/sign-in?return=%2Fsandbox%2Freports%3Funit%3Dday"] });
});

test.each([
  ["a session", async () => new Response(null, { status: 204 })],
  ["no network, of which the browser says so", async () => Promise.reject(new TypeError("fetch failed"))],
] as const)("with %s the browser downloads it", async (_, answer) => {
  expect(await saved(answer)).toEqual({ href: "/api/sandbox/reports/export?unit=day", to: [] });
});

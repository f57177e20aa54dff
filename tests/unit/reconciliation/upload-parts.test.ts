import { afterEach, expect, test, vi } from "vitest";
import { uploadLedger } from "@/components/reconciliation/upload-parts";

// Its queries need React in a browser.
vi.mock("@/lib/reconciliation/cache", () => ({ reconciliationCache: { path: () => "/ledgers" } }));

afterEach(() => vi.unstubAllGlobals());

const HEADER = "id,amount";

/** Uploads files of these lines to a server that knows only whether there are any. */
async function upload(...texts: string[][]) {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: Blob | string }) => {
    if (typeof body !== "string") sent.push(await body.text());
    const view = { name: `${sent.length}.csv`, isEmpty: sent.at(-1) === HEADER };
    return Response.json({ ok: true, value: path.includes("part=") ? { part: 0 } : view });
  });
  const files = texts.map((lines, at) => new File([[HEADER, ...lines].join("\n")], `${at + 1}.csv`));
  return uploadLedger("sandbox", { files, encoding: null, onProgress: () => undefined });
}

test("a ledger without rows is refused by its name", async () => {
  expect(await upload([])).toEqual({ ok: false, error: { file: "1.csv", problem: { kind: "empty" } } });
  expect(await upload(["a,1"])).toMatchObject({ ok: true });
});

test("a file without rows may stand beside one that has some", async () => {
  expect(await upload([], ["a,1"])).toMatchObject({ ok: true, value: [{ isEmpty: true }, { isEmpty: false }] });
});

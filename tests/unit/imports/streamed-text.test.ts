import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readGrid } from "@/lib/imports/read-grid";
import { encodingDetector, streamedRows } from "@/lib/imports/streamed-text";
import { decode, encode, type TEXT_ENCODINGS } from "@/lib/imports/text-encoding";

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function streamed(bytes: Uint8Array, size: number, encoding: (typeof TEXT_ENCODINGS)[number]) {
  const rows = [];
  for await (const block of streamedRows(pieces(bytes, size), encoding)) rows.push(...block);
  return rows;
}

const cell = fc.constantFrom("1", "山田", "ﾔﾏﾀﾞ", "", '"a,b"', '"two ""words"""', '"open', "ソ表", "x ");
const text = fc
  .tuple(
    fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 }),
    fc.constantFrom("\n", "\r\n", "\r"),
  )
  .map(([rows, end]) => rows.map((cells) => cells.join(",")).join(end));

describe("a file that is read in pieces", () => {
  test("has the same rows as one that is read whole, wherever it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom("UTF-8", "Shift_JIS"),
        async (given, size, encoding) => {
          const bytes = encode(given, encoding);
          if (!bytes) return;
          const whole = await readGrid(bytes, encoding);
          expect(await streamed(bytes, size, encoding)).toEqual(whole.ok ? whole.value.rows : []);
        },
      ),
    );
  });

  test("has the encoding that it has as a whole", () => {
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom("UTF-8", "Shift_JIS"),
        (given, size, encoding) => {
          const bytes = encode(given, encoding);
          if (!bytes || bytes.length === 0) return;
          const detector = encodingDetector();
          for (let at = 0; at < bytes.length; at += size) detector.add(bytes.subarray(at, at + size));
          const whole = decode(bytes);
          expect(detector.end()).toEqual(whole.ok ? { ok: true, value: whole.value.encoding } : whole);
        },
      ),
    );
  });

  test("keeps counting its lines over blocks, and a line that is broken stops no other", async () => {
    const lines = Array.from({ length: 12_000 }, (_none, at) => (at % 40 === 7 ? `"broken ${at}` : `${at},x`));
    const rows = await streamed(new TextEncoder().encode(lines.join("\n")), 4_096, "UTF-8");
    expect(rows.length).toBe(12_000);
    expect(rows.map(({ line }) => line)).toEqual(lines.map((_none, at) => at + 1));
    expect(rows.filter(({ problem }) => problem !== null).length).toBe(300);
  });
});

import { expect, test } from "vitest";
import { decode, encode, TEXT_ENCODINGS } from "@/lib/imports/text-encoding";
import { bytesOf } from "../../support/payout-files";

const JAPANESE = "口座名義,ﾔﾏﾀﾞ ﾀﾛｳ,髙橋①〜\r\n";

test.each(TEXT_ENCODINGS)("%s is detected and named", (encoding) => {
  const text = JAPANESE.replaceAll("〜", encoding === "Shift_JIS" ? "～" : "〜");
  expect(decode(bytesOf(text, encoding))).toEqual({ ok: true, value: { text, encoding } });
});

test("half-width kana that are as well two-byte characters of UTF-8 are asked about, not guessed", () => {
  const kana = Uint8Array.from([0xc3, 0xb1, 0x2c, 0x31]);
  expect(decode(kana)).toEqual({ ok: false, error: { kind: "encoding_unclear" } });
  expect(decode(kana, "Shift_JIS")).toMatchObject({ value: { text: "ﾃｱ,1" } });
  expect(decode(kana, "UTF-8")).toMatchObject({ value: { text: "ñ,1" } });
});

test.each([
  ["UTF-16 without a mark", Uint8Array.from([0x61, 0, 0x2c, 0])],
  ["half a character", bytesOf("ヤマダ", "UTF-8").subarray(0, 8)],
  ["half a character of UTF-16", bytesOf("a,b", "UTF-16LE").subarray(0, 5)],
  ["a surrogate on its own", Uint8Array.from([0xff, 0xfe, 0x00, 0xd8, 0x2c, 0x00])],
  ["Shift_JIS behind a mark of UTF-8", Uint8Array.from([0xef, 0xbb, 0xbf, 0x83, 0x84])],
])("%s is no text", (_what, bytes) => {
  expect(decode(bytes)).toEqual({ ok: false, error: { kind: "not_text" } });
});

test("a text that an encoding cannot hold is not written in it", () => {
  expect(encode("😀", "Shift_JIS")).toBeNull();
  expect(encode("手続済,不能,未確定", "Shift_JIS")).toEqual(
    Uint8Array.from([
      ...[0x8e, 0xe8, 0x91, 0xb1, 0x8d, 0xcf, 0x2c, 0x95, 0x73, 0x94, 0x5c, 0x2c],
      ...[0x96, 0xa2, 0x8a, 0x6d, 0x92, 0xe8],
    ]),
  );
});

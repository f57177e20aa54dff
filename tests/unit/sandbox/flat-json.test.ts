import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Digits } from "@/sandbox/wire/digits";
import { readFlatJson } from "@/sandbox/wire/flat-json";

describe("a flat JSON object", () => {
  const scalar = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const body = fc.dictionary(fc.string({ unit: "binary" }), scalar);

  test("is read as JSON.parse reads it", () => {
    fc.assert(
      fc.property(body, fc.constantFrom(undefined, 1, "\t"), (fields, space) => {
        const text = JSON.stringify(fields, null, space);
        const read = readFlatJson(text);
        if (!read.ok) throw new Error(read.problem);
        const plain = [...read.fields].map(([key, value]) => [
          key,
          value instanceof Digits ? Number(value.text) : value,
        ]);
        expect(plain).toEqual(Object.entries(JSON.parse(text)));
      }),
    );
  });

  test("is written as it was read, to the last digit", () => {
    for (const number of ["12.50", "9007199254740993", "1e400", "-0", "0.10"]) {
      const read = readFlatJson(`{"amount":${number}}`);
      expect(read.ok && JSON.stringify(Object.fromEntries(read.fields))).toBe(`{"amount":${number}}`);
    }
  });

  test("accepts nothing that JSON.parse refuses", () => {
    fc.assert(
      fc.property(body, fc.nat(), fc.string({ maxLength: 2 }), (fields, at, noise) => {
        const text = JSON.stringify(fields);
        const cut = at % (text.length + 1);
        const damaged = text.slice(0, cut) + noise + text.slice(cut + noise.length);
        if (readFlatJson(damaged).ok) expect(() => JSON.parse(damaged)).not.toThrow();
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['{"a":1,"a":2}', "a: is given twice"],
    ['{"a":{}}', "a: must not be an object or a list"],
    ['{"a":[]}', "a: must not be an object or a list"],
    ["[]", "body: must be a JSON object"],
    ['{"a":01}', "body: must be a JSON object"],
    ['{"a":1}}', "body: must be a JSON object"],
  ])("%s: %s", (text, problem) => {
    expect(readFlatJson(text)).toEqual({ ok: false, problem });
  });

  test("keeps prototype keys as mere names", () => {
    const read = readFlatJson('{"__proto__":"x","constructor":"y"}');
    expect(read.ok && [...read.fields.keys()]).toEqual(["__proto__", "constructor"]);
  });
});

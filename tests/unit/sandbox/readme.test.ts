import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { TIMEOUT_MS } from "@/lib/payments-api/client";
import { ANNOUNCED } from "@/sandbox/merchants/announced";
import { SCENARIOS } from "@/sandbox/scenarios/scenarios";
import { canonical, sign } from "@/sandbox/wire/canonical";
import { readFlatJson } from "@/sandbox/wire/flat-json";
import { signatureOf, signedBody } from "../../integration/sandbox/signer";

const source = readFileSync("sandbox/README.md", "utf8");
// The formatter pads tables with spaces, which mean nothing.
const readme = source.replace(/ {2,}/g, " ");

test("the right answer of very-slow comes after the console has given up", () => {
  expect(SCENARIOS["very-slow"]?.answer).toMatchObject({ kind: "delay", when: "after" });
  expect(SCENARIOS["very-slow"]?.answer).toHaveProperty(
    "delayMs",
    expect.toSatisfy((ms: number) => ms > TIMEOUT_MS),
  );
});

describe("the sandbox's README", () => {
  test.each(Object.entries(SCENARIOS))("has the scenario %s as it is", (name, { account, description }) => {
    expect(readme).toContain(`| \`--${name}\` | \`${account}\` | ${description} |`);
  });

  test("has no scenario that is not there", () => {
    const listed = [...readme.matchAll(/^\| `--([a-z0-9-]+)` \|/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(Object.keys(SCENARIOS).sort());
  });

  test("has a worked example of a signature that is right", () => {
    const section = /### Worked example\n(.*?)\n## /s.exec(source)?.[1] ?? "";
    const fields = /```json\n(.*?)```/s.exec(section)?.[1] ?? "";
    const signed = /```text\n(.*?)\n```/s.exec(section)?.[1];
    const [secretKey = "", signature] = [.../`(secret_\w+)`.*?`([0-9a-f]{64})`/s.exec(section)!.slice(1)];
    const read = readFlatJson(fields);
    expect(read.ok && canonical(read.fields)).toBe(signed);
    expect(signedBody(JSON.parse(fields))).toBe(signed);
    expect(sign(String(signed), secretKey)).toBe(signature);
    expect(signatureOf(String(signed), secretKey)).toBe(signature);
  });

  test.each(ANNOUNCED)("explains the switch %s", (name) => expect(readme).toContain(`| \`${name}\` |`));
});

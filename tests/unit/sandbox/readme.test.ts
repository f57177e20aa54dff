import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ANNOUNCED } from "@/sandbox/merchants/announced";
import { SCENARIOS } from "@/sandbox/scenarios/choose";

// The formatter pads tables with spaces, which mean nothing.
const readme = readFileSync("sandbox/README.md", "utf8").replace(/ {2,}/g, " ");

describe("the sandbox's README", () => {
  test.each(Object.entries(SCENARIOS))("has the scenario %s as it is", (name, { account, says }) => {
    expect(readme).toContain(`| \`--${name}\` | \`${account}\` | ${says} |`);
  });

  test("has no scenario that is not there", () => {
    const listed = [...readme.matchAll(/^\| `--([a-z0-9-]+)` \|/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(Object.keys(SCENARIOS).sort());
  });

  test.each(ANNOUNCED)("explains the switch %s", (name) => expect(readme).toContain(`| \`${name}\` |`));
});

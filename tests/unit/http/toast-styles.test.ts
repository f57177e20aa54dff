import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TOAST_STYLES } from "@/lib/http/toast-styles";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("the policy allows the styles of the installed toasts, and nothing else", () => {
  const written = /^__insertCSS\((".*")\);?$/m.exec(readFileSync("node_modules/sonner/dist/index.mjs", "utf8"))?.[1];
  const styles: string = JSON.parse(written ?? '""');
  expect(styles.length).toBeGreaterThan(1_000);
  expect(TOAST_STYLES).toBe(`${hashOf("")} ${hashOf(styles)}`);
});

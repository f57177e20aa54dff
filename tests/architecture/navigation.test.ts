import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** They open a page once the server has answered, so that there was a network, and the two that all others use. */
const MAY_ASK_THE_ROUTER = [
  "components/batches/next-runs.tsx",
  "components/batches/upload-batch.tsx",
  "components/navigation/use-navigate.ts",
  "components/navigation/use-sure-push.ts",
  "components/payees/file-import/import-payees.tsx",
  "components/payees/payee-form.tsx",
];

const asksTheRouter = (code: string) => /\brouter\.(push|replace)\b/.test(code);

test("what is pressed and is no link leaves its page only with a network", () => {
  const screens = globSync("{app,components}/**/*.{ts,tsx}").filter((path) =>
    asksTheRouter(readFileSync(path, "utf8")),
  );
  expect(screens.toSorted()).toEqual(MAY_ASK_THE_ROUTER);
});

test("a press that leaves a page without a network is found", () => {
  expect(asksTheRouter("<Row onOpen={(id) => router.push(pathOf(id))} />")).toBe(true);
  expect(asksTheRouter("<Row onOpen={(id) => navigate.push(pathOf(id))} />")).toBe(false);
});

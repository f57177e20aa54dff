import { expect, test } from "vitest";
import { staysSaid } from "@/components/team/stays-said";

const [PRESSED, CHANGED] = ["viewer active", "support active"];

test("that another admin changed the role first is said beside the role that they have set", () => {
  expect(staysSaid({ kind: "changed_meanwhile" }, { pressedAt: PRESSED, now: CHANGED })).toBe(true);
});

test.each([{ kind: "no_change" }, { kind: "disabled" }, null])("%j goes when the user is changed", (refusal) => {
  expect(staysSaid(refusal, { pressedAt: PRESSED, now: PRESSED })).toBe(true);
  expect(staysSaid(refusal, { pressedAt: PRESSED, now: CHANGED })).toBe(false);
});

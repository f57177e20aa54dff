import { expect, test } from "vitest";
import { type RecipientWay, wayShown, withoutHidden } from "@/components/withdrawals/recipient-way";

const empty = { payee: "", destination: "", destinationAccount: "" };
const account = { ...empty, destination: "0005", destinationAccount: "1234567" };
const ofPayee = { ...account, payee: "payee" };

type Given = Parameters<typeof wayShown>[0];
const given = (more: Partial<Given>): Given => ({ typed: empty, chosen: null, usual: "saved", ...more });

test.each<[string, Partial<Given>, RecipientWay]>([
  ["begins with what is usual", {}, "saved"],
  ["begins with the account of an earlier withdrawal", { typed: account }, "new"],
  ["begins with the payee of an earlier withdrawal", { typed: ofPayee }, "saved"],
  ["shows what a person has chosen", { typed: account, chosen: "recent" }, "recent"],
  ["shows the fields of an account that needs a correction", { typed: ofPayee, mustCorrect: true }, "new"],
  ["stays with the payees where none was chosen", { mustCorrect: true }, "saved"],
  ["stays with recent recipients where none was chosen", { mustCorrect: true, chosen: "recent" }, "recent"],
])("the recipient group %s", (_name, some, way) => {
  expect(wayShown(given(some))).toBe(way);
});

const problems = {
  destination: "required",
  destinationAccount: "required",
  yuchoSymbol: "required",
  amount: "required",
};

test("a recipient that was not chosen is one problem", () => {
  expect(withoutHidden(problems, given({}))).toEqual({ destination: "required", amount: "required" });
});

test("an account that is typed has the problems of its fields", () => {
  expect(withoutHidden(problems, given({ chosen: "new" }))).toEqual(problems);
  expect(withoutHidden(problems, given({ typed: ofPayee }))).toEqual(problems);
});

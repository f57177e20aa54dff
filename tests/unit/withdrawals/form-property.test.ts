import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { bankDirectory, type Directory } from "@/lib/japan/directory/load";
import { convertYucho } from "@/lib/japan/yucho";
import { recipientWarnings, unconfirmedNames } from "@/lib/payees/recipient-warnings";
import {
  blankForm,
  type FormEvent,
  type FormField,
  type FormState,
  type KnownRecipient,
  reduceForm,
} from "@/lib/withdrawals/form-state";
import { termsOf, termsOnRecord } from "@/lib/withdrawals/request";
import { withdrawalInput } from "@/lib/withdrawals/schema";

let directory: Directory;
beforeAll(async () => {
  directory = await bankDirectory();
});

const BANKS = ["0001", "0005", "0009", "2045", "9900", "9999", "０００５", "みずほ", ""];
const BRANCHES = ["001", "002", "408", "018", "999", "００１", "丸の内", ""];
const TYPED: Partial<Record<keyof FormState, string[]>> = {
  destinationName: ["三菱UFJ銀行", "三菱ＵＦＪ銀行", "新しい銀行", "みずほ銀行", ""],
  destinationBranchName: ["本店", "新支店", "四〇八", ""],
  bankAsTyped: ["yes", ""],
  branchAsTyped: ["yes", ""],
  destinationAccountType: ["1", "2"],
  destinationAccount: ["0123456", "123", "１２３４５６７", "12345671", ""],
  destinationAccountName: ["ヤマダ　タロウ", "ﾔﾏﾀﾞ ﾀﾛｳ", "セ-ルス", "株式会社ヤマダ", "山田"],
  yuchoSymbol: ["14030", "１００１０", "0", ""],
  yuchoNumber: ["12345671", "２１", "5", ""],
  yuchoSavings: ["no", "yes", ""],
};

const bankNamed = (code: string) => directory.bank(code)?.name;
const branchNamed = (bank: string, code: string) => directory.branch(bank, code)?.name;

/** Whom a person may pick, as an earlier payout has them. */
const KNOWN: KnownRecipient = {
  ...{ currency: "JPY", destination: "9900", destinationName: "ゆうちょ銀行", destinationBranchCode: "408" },
  ...{ destinationBranchName: "四〇八", destinationAccountType: "1", destinationAccount: "1234567" },
  ...{ destinationAccountName: "アオバ　ケイコ", yuchoSymbol: "14030", yuchoNumber: "12345671", yuchoSavings: "no" },
  ...{ playerId: "p-2", filledPlayerId: "p-2", payee: "" },
};

type Step = { event: FormEvent | "bank answer" | "branch answer" | "only branch"; of: string; branch: string };
const typing = fc.constantFrom(
  ...BANKS.map((value) => ["destination", value] as const),
  ...BRANCHES.map((value) => ["destinationBranchCode", value] as const),
  ...Object.entries(TYPED).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
);
const isField = (name: string): name is FormField => name in blankForm("JPY");
const event = fc.oneof(
  {
    weight: 6,
    arbitrary: typing.map(([name, value]) => (isField(name) ? { kind: "typed" as const, name, value } : null!)),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "passbook_converted" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "recipient_picked" as const, recipient: KNOWN }) },
  { weight: 3, arbitrary: fc.constantFrom("bank answer" as const, "branch answer" as const, "only branch" as const) },
);
/** What the directory answers is about any code, not only the one that stands in the form by then. */
const step: fc.Arbitrary<Step> = fc.record({
  event,
  of: fc.constantFrom("0001", "0005", "9900", "2045"),
  branch: fc.constantFrom("001", "408", "018"),
});

function apply(state: FormState, { event, of: bank, branch }: Step): FormState {
  if (typeof event !== "string") return reduceForm(state, event);
  const name = event === "bank answer" ? bankNamed(bank) : branchNamed(bank, branch);
  if (name === undefined) return state;
  if (event === "bank answer") return reduceForm(state, { kind: "bank_listed", code: bank, name });
  const kind = event === "branch answer" ? "branch_listed" : "only_branch";
  return reduceForm(state, { kind, bank, code: branch, name });
}

/** A recipient that can be sent, so that most edits begin from one. */
const filled = (): FormState => ({
  ...blankForm("JPY"),
  ...{
    destination: "0005",
    destinationName: "三菱UFJ銀行",
    destinationBranchCode: "001",
    destinationBranchName: "本店",
  },
  ...{ destinationAccount: "0123456", destinationAccountName: "ヤマダ　タロウ", amount: "12,000", playerId: "p-1" },
});

const formId = "00000000-0000-4000-8000-000000000000";

/** The form as the review reads it; null where it does not open. */
function review(state: FormState) {
  const read = withdrawalInput.safeParse({ ...state, formId });
  if (!read.success || read.data.currency !== "JPY") return null;
  const input = read.data;
  const { destination, destinationBranchCode } = input;
  const listed = {
    bank: bankNamed(destination) ?? null,
    branch: branchNamed(destination, destinationBranchCode) ?? null,
  };
  const warnings = recipientWarnings(input, listed);
  return Object.keys(unconfirmedNames(warnings, input)).length === 0 ? { input, warnings, listed } : null;
}

test("after any edits, what is sent is what was reviewed and approved, and every name belongs to its code", () => {
  let opened = 0;
  const property = fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
    const state = steps.reduce(apply, filled());
    const seen = review(state);
    if (!seen) return;
    opened += 1;
    const { input, warnings, listed } = seen;

    // The server reads what the review hands it once more: the same comes out.
    const atServer = withdrawalInput.parse(JSON.parse(JSON.stringify(input)));
    expect(atServer).toEqual(input);
    // What is on record, for the approver and for the sender, are the terms of the review.
    const terms = termsOf(atServer);
    const { currency, amount, playerId, ...recipient } = terms;
    expect(termsOnRecord({ currency, amount, playerId }, recipient)).toEqual(terms);
    for (const [name, value] of Object.entries(terms)) expect(Object.entries(input)).toContainEqual([name, value]);

    // The review says what the person typed: nothing was put into another's place without a press.
    const plain = (text: string) => text.normalize("NFKC").replace(/\s/g, "");
    expect(plain(input.destinationAccountName)).toBe(plain(state.destinationAccountName));
    expect(input.destinationName).toBe(state.destinationName);

    // A name that is not the directory's was confirmed, and is warned of.
    if (listed.bank === null) expect([input.bankAsTyped, warnings]).toEqual(["yes", ["bank_unknown"]]);
    else if (plain(input.destinationName) !== plain(listed.bank)) {
      expect(input.bankAsTyped).toBe("yes");
      expect(warnings).toContain("bank_name_as_typed");
    }
    if (listed.bank !== null && plain(input.destinationBranchName) !== plain(listed.branch ?? "")) {
      expect(input.branchAsTyped).toBe("yes");
      expect(warnings).toContain(listed.branch === null ? "branch_unknown" : "branch_name_as_typed");
    }
    // A passbook that is shown is the one that branch and account are from.
    if (input.yuchoSymbol === "") return;
    const converted = convertYucho(input.yuchoSymbol, input.yuchoNumber);
    expect(converted.ok && converted.value).toMatchObject({
      ...{ bankCode: input.destination, branchCode: input.destinationBranchCode },
      ...{ accountType: input.destinationAccountType, accountNumber: input.destinationAccount },
    });
  });
  fc.assert(property, { numRuns: 1_000 });
  expect(opened).toBeGreaterThan(100);
});

test("a name that was filled in for a code never stands beside another code", () => {
  const untouched = fc.array(
    step.filter(({ event }) => typeof event === "string" || event.kind !== "typed" || !event.name.endsWith("Name")),
    { maxLength: 14 },
  );
  fc.assert(
    fc.property(untouched, (steps) => {
      const state = steps.reduce(apply, blankForm("JPY"));
      const code = (typed: string) => typed.normalize("NFKC");
      const bank = code(state.destination);
      expect(["", bankNamed(bank)]).toContain(state.destinationName);
      const named = ["", branchNamed(bank, code(state.destinationBranchCode)), "四〇八", "〇一八", "〇〇八"];
      expect(named).toContain(state.destinationBranchName);
    }),
    { numRuns: 1_000 },
  );
});

import { describe, expect, test } from "vitest";
import { draftAt, keepDraft } from "@/components/forms/drafts";
import { readAttached } from "@/lib/attachments/attachment";
import {
  blankForm,
  clearedByBank,
  type FormEvent,
  type FormField,
  type FormState,
  type KnownRecipient,
  reduceForm,
} from "@/lib/withdrawals/form-state";

const stateOf = (events: FormEvent[], state: FormState = blankForm("JPY")) => events.reduce(reduceForm, state);
const type = (name: FormField, value: string): FormEvent => ({ kind: "typed", name, value });

const MUFG: FormEvent[] = [
  type("destination", "0005"),
  { kind: "bank_listed", code: "0005", name: "三菱UFJ銀行" },
  type("destinationBranchCode", "001"),
  { kind: "branch_listed", bank: "0005", code: "001", name: "本店" },
  type("destinationAccount", "0123456"),
  type("destinationAccountName", "ヤマダ　タロウ"),
];
const PASSBOOK: FormEvent[] = [
  { kind: "bank_picked", code: "9900", name: "ゆうちょ銀行" },
  type("yuchoSymbol", "14030"),
  type("yuchoNumber", "12345671"),
  type("yuchoSavings", "no"),
  { kind: "passbook_converted" },
];
const CONVERTED = { destinationBranchCode: "408", destinationBranchName: "四〇八", destinationAccount: "1234567" };
const EMPTY = { destinationBranchCode: "", destinationBranchName: "", destinationAccount: "" };

describe("a name belongs to its code", () => {
  test("a code that changes takes its name along, and another bank takes the whole recipient", () => {
    const state = stateOf([...MUFG, type("amount", "12,000"), type("destination", "0006")]);
    expect(state).toEqual({ ...blankForm("JPY"), destination: "0006", amount: "12,000" });
    expect(stateOf([...MUFG, type("destinationBranchCode", "999")])).toMatchObject({ destinationBranchName: "" });
  });

  test("the same code in another width is the same code", () => {
    const state = stateOf([...MUFG, type("destination", "０００５")]);
    expect(state).toMatchObject({ destinationName: "三菱UFJ銀行", destinationBranchName: "本店" });
  });

  test("an answer of the directory about a code that has been changed since is dropped", () => {
    const late: FormEvent[] = [
      { kind: "bank_listed", code: "0005", name: "三菱UFJ銀行" },
      { kind: "branch_listed", bank: "0005", code: "001", name: "本店" },
      { kind: "only_branch", bank: "0005", code: "001", name: "本店" },
    ];
    const state = stateOf([...MUFG, type("destination", "0001")]);
    expect(stateOf(late, state)).toEqual(state);
  });

  test("a name typed by hand stays when the directory answers, and has to be confirmed again when it is edited", () => {
    const typed = [type("destination", "0005"), type("destinationName", "三菱"), type("bankAsTyped", "yes")];
    const listed: FormEvent = { kind: "bank_listed", code: "0005", name: "三菱UFJ銀行" };
    expect(stateOf([...typed, listed])).toMatchObject({ destinationName: "三菱", bankAsTyped: "yes" });
    expect(stateOf([...typed, type("destinationName", "三菱U")]).bankAsTyped).toBe("");
  });

  test("another currency has other banks", () => {
    expect(stateOf([...MUFG, type("currency", "THB")])).toEqual(blankForm("THB"));
  });
});

describe("an account that is converted from a passbook", () => {
  test("comes with its branch, and stays beside symbol and number", () => {
    expect(stateOf(PASSBOOK)).toMatchObject({ ...CONVERTED, yuchoSymbol: "14030", yuchoNumber: "12345671" });
  });

  test.each([
    ["yuchoSymbol", "14031"],
    ["yuchoNumber", "12345681"],
    ["yuchoSavings", "yes"],
  ] as const)("is cleared by an edit of %s", (name, value) => {
    expect(stateOf([...PASSBOOK, type(name, value)])).toMatchObject(EMPTY);
  });

  test("is cleared where the next conversion fails or the account was not confirmed as no savings account", () => {
    for (const edits of [[type("yuchoNumber", "12345")], [type("yuchoSymbol", "1"), type("yuchoSavings", "no")]]) {
      expect(stateOf([...PASSBOOK, ...edits, { kind: "passbook_converted" }])).toMatchObject(EMPTY);
    }
    expect(stateOf([...PASSBOOK, type("yuchoSavings", ""), { kind: "passbook_converted" }])).toMatchObject(EMPTY);
  });

  test("goes when branch or account are typed instead: the passbook does not stand beside another account", () => {
    for (const [name, value] of [
      ["destinationAccount", "7654321"],
      ["destinationBranchCode", "018"],
      ["destinationAccountType", "2"],
    ] as const) {
      const state = stateOf([...PASSBOOK, type(name, value)]);
      expect(state).toMatchObject({ ...EMPTY, yuchoSymbol: "", yuchoNumber: "", yuchoSavings: "", [name]: value });
    }
  });

  test("goes with its bank", () => {
    const state = stateOf([...PASSBOOK, { kind: "bank_picked", code: "0001", name: "みずほ銀行" }]);
    expect(state).toEqual({ ...blankForm("JPY"), destination: "0001", destinationName: "みずほ銀行" });
  });
});

test("an account that was typed before any bank stays while the bank is typed", () => {
  const typed = [type("destinationAccount", "0123456"), type("destinationAccountName", "ヤマダ　タロウ")];
  const kept = { destinationAccount: "0123456", destinationAccountName: "ヤマダ　タロウ" };
  expect(stateOf([...typed, { kind: "bank_picked", code: "0001", name: "みずほ銀行" }])).toMatchObject(kept);
  const digits = ["0", "00", "000", "0005"].map((code) => type("destination", code));
  const named: FormEvent = { kind: "bank_listed", code: "0005", name: "三菱UFJ銀行" };
  expect(stateOf([...typed, ...digits, named])).toMatchObject({ ...kept, destinationName: "三菱UFJ銀行" });
  expect(stateOf([...typed, ...digits, named, type("destination", "000")])).toMatchObject({ destinationAccount: "" });
});

describe("an account that is cleared, as the bank changed", () => {
  const MIZUHO: FormEvent = { kind: "bank_picked", code: "0001", name: "みずほ銀行" };
  const account = {
    currency: "JPY",
    destinationAccountType: "1",
    destinationAccount: "0123456",
    destinationAccountName: "ヤマダ　タロウ",
  };
  const clearedBy = (event: FormEvent, before = stateOf(MUFG)) => clearedByBank(before, stateOf([event], before));

  test("can be restored below the other bank, without its branch", () => {
    const after = stateOf([MIZUHO], stateOf(MUFG));
    expect(clearedBy(MIZUHO)).toEqual(account);
    expect(stateOf([{ kind: "account_restored", account }], after)).toEqual({ ...after, ...account });
  });

  test("is not restored into a form of another currency", () => {
    const inBaht = stateOf([type("currency", "THB"), type("destination", "BBL")], stateOf(MUFG));
    expect(stateOf([{ kind: "account_restored", account }], inBaht)).toEqual(inBaht);
  });

  test("does not replace what was typed since", () => {
    const since = stateOf([...MUFG, MIZUHO, type("destinationAccount", "7654321")]);
    expect(stateOf([{ kind: "account_restored", account }], since)).toMatchObject({
      destinationAccount: "7654321",
      destinationAccountName: "ヤマダ　タロウ",
    });
  });

  test("is the holder alone where one of the banks has passbooks", () => {
    const holder = { ...account, destinationAccount: "" };
    expect(clearedBy({ kind: "bank_picked", code: "9900", name: "ゆうちょ銀行" })).toEqual(holder);
    expect(clearedBy(MIZUHO, stateOf([...PASSBOOK, type("destinationAccountName", "ヤマダ　タロウ")]))).toEqual(holder);
  });

  test("is none by any other event, and where none was typed", () => {
    for (const event of [type("destination", "０００５"), type("currency", "THB"), type("amount", "1")])
      expect(clearedBy(event)).toBeNull();
    expect(clearedBy(MIZUHO, stateOf(MUFG.slice(0, 4)))).toBeNull();
  });
});

test("files come and go one by one, also while others are on their way, and are three at most", () => {
  const file = (id: string) => ({ id: `0000000${id}-0000-4000-8000-000000000000`, name: `${id}.pdf`, size: 1 });
  const attached = (id: string): FormEvent => ({ kind: "attached", file: file(id) });
  const detached = (id: string): FormEvent => ({ kind: "detached", id: file(id).id });
  const filesOf = (events: FormEvent[]) => readAttached(stateOf(events).attachments).map(({ name }) => name);
  expect(filesOf([attached("1"), attached("2"), detached("1"), attached("3")])).toEqual(["2.pdf", "3.pdf"]);
  expect(filesOf(["1", "2", "3", "4"].map(attached))).toEqual(["1.pdf", "2.pdf", "3.pdf"]);
  expect(stateOf([attached("1"), detached("1")])).toEqual(blankForm("JPY"));
  // A name is cut to 120 characters, of which some are two units of text.
  const named: FormEvent = { kind: "attached", file: { ...file("2"), name: "𠮷".repeat(120) } };
  expect(filesOf([attached("1"), named])).toEqual(["1.pdf", "𠮷".repeat(120)]);
  // The recipient is chosen again; what it is for stays.
  expect(filesOf([attached("1"), { kind: "typed", name: "currency", value: "THB" }])).toEqual(["1.pdf"]);
});

describe("a recipient who was paid before", () => {
  const known = (more: Partial<KnownRecipient> = {}): KnownRecipient => ({
    ...{ currency: "JPY", destination: "0001", destinationName: "みずほ銀行", destinationBranchCode: "001" },
    ...{ destinationBranchName: "東京営業部", destinationAccountType: "2", destinationAccount: "5550003" },
    ...{ destinationAccountName: "アオバ　ケイコ", yuchoSymbol: "", yuchoNumber: "", yuchoSavings: "" },
    ...{ playerId: "p-2", filledPlayerId: "p-2", payee: "" },
    ...more,
  });
  const ofPlayer = (player: string) => known({ playerId: player, filledPlayerId: player });
  const pick = (state: FormState, recipient: KnownRecipient) =>
    reduceForm(state, { kind: "recipient_picked", recipient });

  test("is the payee of the book until the account is changed by hand", () => {
    const picked = pick(blankForm("JPY"), known({ payee: "the payee 1" }));
    const typed = (name: FormField, value: string) => reduceForm(picked, { kind: "typed", name, value }).payee;
    for (const name of ["amount", "playerId", "purpose"] as const) expect(typed(name, "1")).toBe("the payee 1");
    expect(typed("destinationAccountName", "サトウ")).toBe("");
    expect(typed("destinationAccount", "1")).toBe("");
    expect(typed("destination", "0005")).toBe("");
    expect(typed("currency", "THB")).toBe("");
    expect(pick(picked, known()).payee).toBe("");
  });

  test("is none where the currency was changed meanwhile", () => {
    const inBaht = { ...blankForm("THB"), destination: "BBL", playerId: "p-1" };
    expect(pick(inBaht, known())).toEqual(inBaht);
  });

  test("takes the place of the whole recipient and leaves the payment as it is", () => {
    const before = {
      ...blankForm("JPY"),
      amount: "12,000",
      purpose: "October",
      bankAsTyped: "yes",
      yuchoSymbol: "14030",
    };
    expect(pick(before, known())).toMatchObject({
      ...{ destination: "0001", destinationAccount: "5550003", destinationAccountName: "アオバ　ケイコ" },
      ...{ bankAsTyped: "", branchAsTyped: "", yuchoSymbol: "", playerId: "p-2", amount: "12,000", purpose: "October" },
    });
  });

  test("fills in the player, and takes them along when another is picked", () => {
    const first = pick(blankForm("JPY"), known());
    expect(pick(first, ofPlayer("p-3")).playerId).toBe("p-3");
    expect(pick(first, ofPlayer("")).playerId).toBe("");
  });

  test("takes the place of a player whom the page filled in, also after the draft was read again", () => {
    const byPage = { ...pick(blankForm("JPY"), ofPlayer("p-1")), payee: "a 1", amount: "5" };
    const kept = new Map<string, string>();
    const store = {
      ...{ length: 0, key: () => null, removeItem: (key: string) => kept.delete(key) },
      ...{
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, text: string) => kept.set(key, text),
      },
    };
    const place = { form: "withdrawal", environment: "sandbox", owner: "ops", corrects: null } as const;
    keepDraft(store, place, { formId: "f", typed: byPage }, 1);
    const draft = draftAt(store, place, blankForm("JPY"), 2);
    for (const state of [byPage, draft!.typed]) expect(pick(state, known()).playerId).toBe("p-2");
  });

  test("is brought back by Undo with its player, who is typed or filled in as before", () => {
    const before = pick(blankForm("JPY"), ofPlayer("p-1"));
    const back = pick(pick(before, known()), before);
    expect(back).toEqual(before);
    expect(pick(back, known()).playerId).toBe("p-2");
    const typed = { ...before, playerId: "p-typed" };
    expect(pick(pick(typed, known()), typed)).toEqual(typed);
  });

  test("never changes a player that was typed, also over one that was filled in", () => {
    const typed = type("playerId", "p-typed");
    for (const state of [stateOf([typed]), stateOf([typed], pick(blankForm("JPY"), ofPlayer("p-1")))])
      expect(pick(pick(state, known()), ofPlayer("p-3")).playerId).toBe("p-typed");
  });
});

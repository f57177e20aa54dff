import { describe, expect, test } from "vitest";
import { type Exact, parseExact } from "@/lib/payments-api/json";
import {
  balances,
  banks,
  created,
  createdDeposit,
  depositOrder,
  kycRegistered,
  kycStatus,
  type Transaction,
  transaction,
  withdrawOrder,
} from "@/lib/payments-api/shapes";
import { WITHDRAW_ORDER as WITHDRAWAL } from "../../support/withdraw-order";

const exact = (text: string): Exact => {
  const read = parseExact(text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
};

const TRANSACTION = {
  transactionId: "7b0f8f1e-3f5c-4f3e-9a52-0d4f6f0c1a11",
  providerOrderId: "P-1",
  merchantId: 1001,
  referenceId: "W-1",
  type: "WITHDRAW",
  currency: "JPY",
  status: "PENDING",
  playerId: "player-1",
  superTransactionId: null,
  createdAt: "2026-11-21T09:30:05Z",
  method: "BANK_TRANSFER",
  amount: 12000,
  fee: 120,
  netAmount: 12120,
  actualAmount: null,
  currentBalance: { available: 1 },
};
const asTransaction = (changes: object) => transaction.safeParse(exact(JSON.stringify({ ...TRANSACTION, ...changes })));

describe("an order in a response", () => {
  test("keeps its digits, drops the routing reference, and takes what is absent for null", () => {
    expect(asTransaction({}).data).toEqual({
      transactionId: "7b0f8f1e-3f5c-4f3e-9a52-0d4f6f0c1a11",
      merchantId: "1001",
      referenceId: "W-1",
      type: "WITHDRAW",
      currency: "JPY",
      status: "PENDING",
      playerId: "player-1",
      superTransactionId: null,
      createdAt: new Date("2026-11-21T09:30:05Z"),
      updatedAt: null,
      method: "BANK_TRANSFER",
      amount: "12000",
      fee: "120",
      netAmount: "12120",
      actualAmount: null,
      currentBalance: '{"available":"1"}',
      receiverAccount: null,
      receiverName: null,
      receiverBank: null,
      receiverBankCode: null,
      receiverBankBranch: null,
    });
  });

  test("12.50 is not 12.5", () => {
    const text = JSON.stringify(TRANSACTION).replace("12000", "12.50").replace("12120", "9007199254740993.10");
    expect(transaction.parse(exact(text))).toMatchObject({ amount: "12.50", netAmount: "9007199254740993.10" });
  });

  test.each(["REVERSED", "completed", "完了"])("may have the unannounced status %s", (status) => {
    expect(asTransaction({ status }).data?.status).toBe(status);
  });

  test("may carry unannounced fields", () => {
    expect(asTransaction({ batch: { id: 7 }, note: null }).success).toBe(true);
  });

  test.each(["transactionId", "referenceId", "type", "currency", "status", "amount"])(
    "is unreadable without %s",
    (field) => {
      for (const value of [null, undefined, "", {}, [], true])
        expect(asTransaction({ [field]: value }).success).toBe(false);
    },
  );

  test.each(["fee", "netAmount", "actualAmount", "playerId", "method", "receiverBank", "updatedAt"])(
    "does without %s",
    (field) => {
      expect(asTransaction({ [field]: null }).data).toHaveProperty(field, null);
      expect(asTransaction({ [field]: undefined }).data).toHaveProperty(field, null);
    },
  );

  test.each([
    "1e100",
    "1e-100",
    "1e63e1",
    "1e",
    "e3",
    "1e64",
    "0e3",
    "-1e3",
    "-1",
    "0",
    "0.00",
    "1,000",
    "１００",
    " 100",
    "+100",
    "NaN",
    "Infinity",
    "0x10",
    "1.",
    ".5",
    "",
    "9".repeat(65),
  ])("has no amount of %s", (amount) => expect(asTransaction({ amount }).success).toBe(false));

  // Python and Java write small decimals so, and the specification promises a JSON number, of which this is one.
  test.each([
    ["1e3", "1000"],
    ["1.20E+4", "12000"],
    ["5e-05", "0.00005"],
    ["123456789012345678.9e-8", "1234567890.123456789"],
  ])("may have an amount of %s, written without an exponent: %s", (digits, plain) => {
    const text = JSON.stringify(TRANSACTION).replace("12000", digits);
    expect(transaction.parse(exact(text)).amount).toBe(plain);
  });

  test("that is paid is readable with figures that have an exponent", () => {
    const figures = '"status":"COMPLETED","fee":0E-8,"netAmount":1.2E+4,"actualAmount":12000E0';
    const { status, fee, netAmount, actualAmount, ...rest } = TRANSACTION;
    const text = `{${figures},${JSON.stringify(rest).slice(1)}`;
    const read = { status: "COMPLETED", fee: "0", netAmount: "12000", actualAmount: "12000" };
    expect(transaction.parse(exact(text))).toMatchObject(read);
  });

  test.each(["1", "0.01", "9".repeat(40), "1.0", "0012"])("may have an amount of %s", (amount) => {
    expect(asTransaction({ amount }).data?.amount).toBe(amount);
  });

  test.each(["transactionId", "type", "currency", "status", "playerId"])(
    "is readable with an endless %s, which is known by its beginning and stays itself",
    (field) => {
      const [one, other] = ["ア".repeat(3_400), `${"ア".repeat(3_400)}イ`].map(
        (value) => asTransaction({ [field]: value }).data?.[field as keyof Transaction],
      );
      expect(one).toMatch(/^ア{60}…[0-9a-f]{32}$/);
      expect(one).not.toBe(other);
      expect(asTransaction({ [field]: "ア".repeat(3_400) }).data).toHaveProperty(field, one);
      expect(asTransaction({ [field]: "ア".repeat(100) }).data).toHaveProperty(field, "ア".repeat(100));
    },
  );

  test("is kept readable where it holds what a database cannot keep", () => {
    expect(asTransaction({ playerId: "a\0b\ud800" }).data?.playerId).toBe("a\ufffdb\ufffd");
  });
});

describe("the answer to a create call", () => {
  test("needs no more than an id and a status", () => {
    expect(created.parse({ transactionId: "t", status: "SUCCESS" })).toEqual({
      transactionId: "t",
      status: "SUCCESS",
      amount: null,
      fee: null,
      actualAmount: null,
      message: null,
    });
  });

  test("may have a fee of nothing with an exponent", () => {
    const text = '{"transactionId":"t","status":"SUCCESS","amount":250.5,"fee":0E-8}';
    expect(created.parse(exact(text))).toMatchObject({ amount: "250.5", fee: "0" });
  });

  test.each(["javascript:alert(1)", "/pay/1", "data:text/html,x"])(
    "does not hand out %s as a payment page",
    (address) => {
      expect(createdDeposit.safeParse({ transactionId: "t", status: "SUCCESS", address }).success).toBe(false);
    },
  );
});

describe("balances", () => {
  test("come with their digits and under our names", () => {
    const text =
      '[{"currency":"JPY","available_balance":1000000,"ledger_balance":1012120},{"currency":"THB","available_balance":-0.50,"ledger_balance":"12.50"}]';
    expect(balances.parse(exact(text))).toEqual([
      { currency: "JPY", available: "1000000", ledger: "1012120" },
      { currency: "THB", available: "-0.50", ledger: "12.50" },
    ]);
  });

  test("of one currency with an exponent do not hide the others", () => {
    const text =
      '[{"currency":"USDT","available_balance":0E-8,"ledger_balance":-5e-05},{"currency":"JPY","available_balance":1000000,"ledger_balance":1012120}]';
    expect(balances.parse(exact(text))).toEqual([
      { currency: "USDT", available: "0", ledger: "-0.00005" },
      { currency: "JPY", available: "1000000", ledger: "1012120" },
    ]);
  });

  test.each([
    '[{"currency":"JPY","available_balance":1}]',
    '[{"currency":"JPY","available_balance":null,"ledger_balance":1}]',
    '{"currency":"JPY"}',
    "null",
    '[{"available_balance":1,"ledger_balance":1}]',
  ])("are unreadable, never zero: %s", (text) => expect(balances.safeParse(exact(text)).success).toBe(false));

  test("may be none", () => expect(balances.parse([])).toEqual([]));
});

test("a bank list may be empty, and codes keep their zeros", () => {
  expect(banks.parse([])).toEqual([]);
  const [bank] = banks.parse(exact('[{"name":"みずほ銀行","bankCode":"0001","branchCode":"001"}]'));
  expect(bank).toEqual({ name: "みずほ銀行", branch: null, bankCode: "0001", branchCode: "001", nameShort: null });
});

test("a registration is known by its status alone", () => {
  expect(kycRegistered.parse({ status: "PENDING" })).toEqual({
    playerId: null,
    gateway: null,
    status: "PENDING",
    message: null,
  });
  expect(kycStatus.parse({ status: "REGISTERED", updatedAt: "1795253405" })).toMatchObject({ updatedAt: "1795253405" });
  expect(kycStatus.safeParse({ playerId: "p" }).success).toBe(false);
});

const mayWithdraw = (changes: object) => withdrawOrder.safeParse({ ...WITHDRAWAL, ...changes }).success;

describe("a withdrawal that may be signed", () => {
  test.each([{}, { amount: "1" }, { destinationAccountType: "1" }, { destinationAccountType: "2" }])(
    "is complete: %j",
    (changes) => expect(mayWithdraw(changes)).toBe(true),
  );

  test.each<[string, object]>([
    ["a control character", { destinationAccountName: "ヤマダ\u007fタロウ" }],
    ["a line end", { destinationAccountName: "ヤマダ\nタロウ" }],
    ["a C1 control", { destinationName: "a\u0085b" }],
    ["half a surrogate pair", { playerId: "a\ud83d" }],
    ["an empty text", { destinationName: "" }],
    ["half a yen", { amount: "100.5" }],
    ["yen with a fraction of nothing", { amount: "100.0" }],
    ["nothing", { amount: "0" }],
    ["less than nothing", { amount: "-1" }],
    ["an exponent", { amount: "1e3" }],
    ["full-width digits", { amount: "１００" }],
    ["zeros in front", { amount: "0100" }],
    ["a bank code of 3 digits", { destination: "005" }],
    ["a bank code of 5 digits", { destination: "10005" }],
    ["a bank code in full width", { destination: "０００５" }],
    ["no branch code", { destinationBranchCode: undefined }],
    ["a branch code of 4 digits", { destinationBranchCode: "0001" }],
    ["no branch name", { destinationBranchName: undefined }],
    ["an account type of 4", { destinationAccountType: "4" }],
    ["a callback address that is none", { callbackUrl: "console.example" }],
    ["a callback address of another kind", { callbackUrl: "file:///etc/passwd" }],
    ["a callback address of a kind that ends like one", { callbackUrl: "shttp://console.example/" }],
    ["a callback address with a tab in it", { callbackUrl: "https://console.exam\tple/" }],
  ])("has not %s", (_name, changes) => expect(mayWithdraw(changes)).toBe(false));

  test("in another currency needs no branch and may have decimals", () => {
    const thai = { currency: "THB", amount: "1500.50", destination: "KBANK" };
    expect(mayWithdraw({ ...thai, destinationBranchCode: undefined, destinationBranchName: undefined })).toBe(true);
    expect(mayWithdraw({ ...thai, amount: "0.10" })).toBe(true);
    expect(mayWithdraw({ ...thai, amount: "0.00" })).toBe(false);
  });
});

test("a deposit in yen names no Thai bank", () => {
  const { referenceId, playerId, currency, amount, callbackUrl } = WITHDRAWAL;
  const deposit = { referenceId, playerId, currency, amount, callbackUrl };
  expect(depositOrder.safeParse(deposit).success).toBe(true);
  expect(depositOrder.safeParse({ ...deposit, payerBankCode: "BBL" }).success).toBe(false);
  expect(depositOrder.safeParse({ ...deposit, currency: "THB", payerBankCode: "BBL" }).success).toBe(true);
});

describe("the times of an order, whose format the specification leaves open", () => {
  const read = (createdAt: unknown) => asTransaction({ createdAt }).data?.createdAt?.toISOString();

  test.each<[unknown, string]>([
    ["2026-11-21T09:30:05Z", "2026-11-21T09:30:05.000Z"],
    ["2026-11-21T18:30:05.123+09:00", "2026-11-21T09:30:05.123Z"],
    ["2026-11-21 18:30:05.123456+0900", "2026-11-21T09:30:05.123Z"],
    ["2026-11-21 09:30:05 +00", "2026-11-21T09:30:05.000Z"],
    ["2026-11-21t09:30z", "2026-11-21T09:30:00.000Z"],
    [1795253405, "2026-11-21T09:30:05.000Z"],
    ["1795253405", "2026-11-21T09:30:05.000Z"],
    [1795253405.25, "2026-11-21T09:30:05.250Z"],
    [1795253405123, "2026-11-21T09:30:05.123Z"],
  ])("%j is a moment", (said, at) => {
    expect(read(said)).toBe(at);
  });

  test.each<[unknown]>([
    // Without an offset it may be on either of two days.
    ["2026-11-21T09:30:05"],
    ["2026-11-21"],
    ["2026-02-30T00:00:00Z"],
    ["2026-11-21T25:00:00Z"],
    ["1999-12-31T23:59:59Z"],
    ["0000-01-01T00:00:00Z"],
    ["21/11/2026 09:30"],
    ["yesterday"],
    [""],
    [0],
    [17952534050000000],
    [{ seconds: 1795253405 }],
    [null],
  ])("%j is none, and the answer counts all the same", (createdAt) => {
    const answer = asTransaction({ createdAt });
    expect(answer.success).toBe(true);
    expect(answer.data?.createdAt).toBeNull();
  });
});

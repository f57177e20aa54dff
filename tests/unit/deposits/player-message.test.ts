import { describe, expect, test } from "vitest";
import { isPayableBy, playerText, webLink } from "@/lib/deposits/player-message";
import type { InstructionsView } from "@/lib/transactions/schema";

describe("a payment link", () => {
  test.each([
    ["https://pay.example/pay/abc", "pay.example"],
    ["http://127.0.0.1:4100/pay/abc", "127.0.0.1:4100"],
    ["https://pay.example:443/pay/abc", "pay.example"],
    // What stands before the @ is a user name, even if it looks like a host.
    ["https://bank.example@evil.example/pay", "evil.example"],
    // Characters that only look Latin are shown by their code.
    ["https://раy.example/", "xn--y-7sb1c.example"],
  ])("%s leads to %s", (address, host) => {
    expect(webLink(address)?.host).toBe(host);
  });

  test.each(["javascript:alert(1)", "data:text/html,hello", "file:///etc/passwd", "pay.example/pay/abc", ""])(
    "%j is no link",
    (address) => {
      expect(webLink(address)).toBeNull();
    },
  );
});

const order = {
  ...{ referenceId: "DP-20261121-7KQ2M9XB", amount: "12000", currency: "JPY" },
  deposit: {
    payer: {
      payerAccountName: "ヤマダ　タロウ",
      payerAccount: null,
      payerBankCode: null,
      masked: false,
      revealable: false,
    },
    ...{ requestedBy: "support", digest: "7f3a91" },
    dismissed: false,
  },
};
const how: InstructionsView = {
  address: "https://pay.example/pay/abc",
  ...{ receiverBank: "みずほ銀行", receiverBankCode: "0001", receiverBankBranch: "丸の内中央支店" },
  ...{ receiverAccount: "0012345", receiverName: "カ）サンドボツクスペイ" },
  ...{ at: "2026-11-21T05:00:00.000Z", changed: false, masked: false, revealable: false },
};

test.each([
  ["https://pay.example/pay/abc", null, true],
  ["tel:1", "0012345", true],
  ["tel:1", null, false],
  [null, null, false],
])("the link %s and the account %s are a way to pay: %s", (address, receiverAccount, isOne) => {
  expect(isPayableBy({ address, receiverAccount })).toBe(isOne);
});

describe("the text for the player", () => {
  test("has everything in Japanese, zeros and all", () => {
    expect(playerText(order, how, "ja")).toBe(`お振込のご案内
金額：¥12,000
金額は上記のとおり正確にお振込みください。

お支払いページ：https://pay.example/pay/abc
または、次の口座へお振込みください。
銀行：みずほ銀行 (0001)
支店：丸の内中央支店
口座番号：0012345
口座名義：カ）サンドボツクスペイ
お振込名義：ヤマダ　タロウ

参照番号：DP-20261121-7KQ2M9XB`);
  });

  test("and in English", () => {
    expect(playerText(order, how, "en")).toBe(`How to pay
Amount: ¥12,000
Please transfer exactly this amount.

Payment page: https://pay.example/pay/abc
Or transfer to this account:
Bank: みずほ銀行 (0001)
Branch: 丸の内中央支店
Account number: 0012345
Account name: カ）サンドボツクスペイ
Payer’s name: ヤマダ　タロウ

Reference: DP-20261121-7KQ2M9XB`);
  });

  test("leaves out what is not known, and a link that is none", () => {
    const lost = { ...how, address: null, receiverBankBranch: null };
    expect(playerText({ ...order, deposit: null }, lost, "en")).not.toMatch(/Payment page|Or transfer|Branch|Payer/);
    expect(playerText(order, { ...how, address: "javascript:alert(1)" }, "en")).not.toContain("javascript");
    expect(playerText(order, { ...how, receiverAccount: null }, "en")).not.toMatch(/Or transfer|Bank|Branch|Account/);
  });

  test("a name that is masked for the reader is not handed on", () => {
    const masked = { ...order.deposit, payer: { ...order.deposit.payer, payerAccountName: "ヤマ•••", masked: true } };
    expect(playerText({ ...order, deposit: masked }, how, "ja")).not.toContain("•••");
  });
});

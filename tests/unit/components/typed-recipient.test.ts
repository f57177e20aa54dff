import { describe, expect, test } from "vitest";
import { typedRecipient } from "@/components/withdrawals/typed-recipient";
import { advisedTerms } from "@/lib/withdrawals/schema";
import { typedForm } from "../../support/forms";

const { formId: _none, ...form } = typedForm();

describe("whom a form is about while it is typed", () => {
  test("is known as soon as the account is whole, before holder and amount are", async () => {
    const typed = { ...form, destinationAccountName: "", amount: "" };
    const account = {
      destination: "0005",
      destinationBranchCode: "001",
      destinationAccount: "0123456",
      destinationAccountType: "1",
    };
    expect(await typedRecipient(typed)).toEqual({
      currency: "JPY",
      ...account,
      amount: null,
      destinationAccountName: null,
      playerId: "p-20117",
    });
  });

  test("is read as the review reads it", async () => {
    const typed = {
      ...form,
      destination: "０００５",
      destinationAccount: "123456",
      destinationAccountName: "やまだ たろう",
    };
    expect(await typedRecipient(typed)).toMatchObject({
      ...{ destination: "0005", destinationAccount: "0123456", amount: "12000" },
      destinationAccountName: "ヤマダ　タロウ",
    });
  });

  test.each(["destination", "destinationBranchCode", "destinationAccount"] as const)(
    "is not known without %s",
    async (field) => {
      expect(await typedRecipient({ ...form, [field]: "" })).toBeNull();
      expect(await typedRecipient({ ...form, [field]: "x" })).toBeNull();
    },
  );

  test("has no branch outside Japan, and what is asked can be answered", async () => {
    const asked = await typedRecipient({ ...form, currency: "THB", destination: "BBL", amount: "1.005" });
    expect(asked).toMatchObject({ destinationBranchCode: "", amount: null });
    expect(advisedTerms.safeParse(asked).success).toBe(true);
  });
});

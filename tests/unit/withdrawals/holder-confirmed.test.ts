import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { typedAccountName } from "@/lib/japan/account-name-input";
import { withdrawalInput } from "@/lib/withdrawals/schema";

const read = (destinationAccountName: string) =>
  withdrawalInput.safeParse({
    ...{ formId: randomUUID(), currency: "JPY", amount: "1200", playerId: "30001" },
    ...{ destination: "0005", destinationName: "三菱UFJ銀行" },
    ...{ destinationBranchCode: "001", destinationBranchName: "本店" },
    ...{ destinationAccountType: "1", destinationAccount: "0123456", destinationAccountName },
  });

const parts = ["株式会社", "㈱", "（有）", "営業所", "ヤマダ", "ﾔﾏﾀﾞ", "やまだ", "セ", "-", "−", "―", "ー", " "];
const typed = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 }).map((chosen) => chosen.join(""));

test("a conversion that changes a holder's name is never made unasked, and one confirmation is enough", () => {
  let confirmed = 0;
  fc.assert(
    fc.property(typed, (name) => {
      const { proposal } = typedAccountName(name);
      if (proposal === null || proposal.code === "LOOK_ALIKES") return;
      confirmed++;
      expect(read(name).error?.issues).toMatchObject([
        { path: ["destinationAccountName"], message: "nameUnconfirmed" },
      ]);
      // What was confirmed is what is reviewed, signed and sent.
      expect(typedAccountName(proposal.text)).toMatchObject({ text: proposal.text, proposal: null });
      expect(read(proposal.text)).toMatchObject({ success: true, data: { destinationAccountName: proposal.text } });
    }),
    { numRuns: 500, seed: 9 },
  );
  expect(confirmed).toBeGreaterThan(50);
});

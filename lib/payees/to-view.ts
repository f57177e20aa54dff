import "server-only";
import type { PayeeVersion } from "@/drizzle/schema/payees";
import type { Ctx } from "@/lib/auth/context";
import { isSameHolder } from "@/lib/japan/same-holder";
import { seesPii } from "@/lib/pii/access";
import { maskedName } from "@/lib/pii/mask";
import { recipientView } from "@/lib/transactions/to-view";
import type { NameCheck, PayeeTerms } from "./schema";

/** What a version says, whole or masked, as the reader's role allows. */
export function payeeTerms(ctx: Ctx, version: PayeeVersion): PayeeTerms {
  const { playerId, label, kycName } = version;
  const sees = seesPii(ctx);
  return {
    recipient: recipientView(ctx, version),
    playerId,
    label: sees ? label : null,
    kyc: { check: nameCheckOf(version), name: kycName === null || sees ? kycName : maskedName(kycName) },
  };
}

/** Whether the account's holder has the player's KYC name, in any width, size of kana or spacing. */
function nameCheckOf({ kycName, destinationAccountName }: PayeeVersion): NameCheck {
  if (kycName === null) return "unknown";
  return isSameHolder(destinationAccountName, kycName) ? "same" : "differs";
}

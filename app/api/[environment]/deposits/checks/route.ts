import { checkDeposit } from "@/lib/deposits/queries";
import { checkedTerms } from "@/lib/deposits/schema";
import { questionRoute } from "@/lib/http/view-route";

/** A player's id is typed by people and need not be in a log of addresses. */
export const POST = questionRoute(checkDeposit, checkedTerms);

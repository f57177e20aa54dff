import { checkDeposit } from "@/lib/deposits/queries";
import { checkedTerms } from "@/lib/deposits/schema";
import { ofOwnOrigin, questionRoute } from "@/lib/http/view-route";

/** A player's id is typed by people and need not be in a log of addresses. News of a player is kept. */
export const POST = ofOwnOrigin(questionRoute(checkDeposit, checkedTerms));

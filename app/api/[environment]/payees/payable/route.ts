import { questionRoute } from "@/lib/http/view-route";
import { listPayablePayees } from "@/lib/payees/payable";
import { payeeSearch } from "@/lib/payees/schema";

/** What is searched for may be a name. */
export const POST = questionRoute(listPayablePayees, payeeSearch);

import { questionRoute } from "@/lib/http/view-route";
import { advisedTerms } from "@/lib/withdrawals/schema";
import { listSimilar } from "@/lib/withdrawals/similar";

/** It holds a name and an account number. */
export const POST = questionRoute(listSimilar, advisedTerms);

import { questionRoute } from "@/lib/http/view-route";
import { adviceFor } from "@/lib/withdrawals/advice";
import { advisedTerms } from "@/lib/withdrawals/schema";

/** It holds a name and an account number. */
export const POST = questionRoute(adviceFor, advisedTerms);

import { questionRoute } from "@/lib/http/view-route";
import { recipientSearch } from "@/lib/withdrawals/earlier-payouts";
import { listRecentRecipients } from "@/lib/withdrawals/recent-recipients";

/** What is searched for may be a name. */
export const POST = questionRoute(listRecentRecipients, recipientSearch);

import { viewRoute } from "@/lib/http/view-route";
import { listPayees } from "@/lib/payees/queries";
import { payeesAsked } from "@/lib/payees/schema";

export const GET = viewRoute(listPayees, payeesAsked);

import { viewRoute } from "@/lib/http/view-route";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { namedOrder } from "@/lib/transactions/schema";

export const GET = viewRoute(getTransaction, namedOrder);

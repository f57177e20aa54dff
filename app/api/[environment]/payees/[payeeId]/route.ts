import { viewRoute } from "@/lib/http/view-route";
import { getPayee } from "@/lib/payees/queries";
import { onePayee } from "@/lib/payees/schema";

export const GET = viewRoute(getPayee, onePayee);

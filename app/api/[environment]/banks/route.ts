import { listBanks } from "@/lib/banks/queries";
import { oneCurrency } from "@/lib/banks/schema";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(listBanks, oneCurrency);

import { searchBanks } from "@/lib/banks/queries";
import { bankQuestion } from "@/lib/banks/schema";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(searchBanks, bankQuestion);

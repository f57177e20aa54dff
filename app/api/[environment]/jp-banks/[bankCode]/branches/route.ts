import { searchBranches } from "@/lib/banks/queries";
import { branchQuestion } from "@/lib/banks/schema";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(searchBranches, branchQuestion);

import { questionRoute } from "@/lib/http/view-route";
import { suggestHeld } from "@/lib/search/commands";
import { searchInput } from "@/lib/search/schema";

/** What is typed may be a name or an account number. Nothing is changed; a match may be audited. */
export const POST = questionRoute(suggestHeld, searchInput);

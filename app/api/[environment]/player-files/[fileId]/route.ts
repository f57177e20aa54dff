import { viewRoute } from "@/lib/http/view-route";
import { getFile } from "@/lib/kyc/bulk-import";
import { oneFile } from "@/lib/kyc/schema";

export const GET = viewRoute(getFile, oneFile);

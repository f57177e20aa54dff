import { apiRoute } from "@/lib/api/route";

export const GET = apiRoute("listPayees");

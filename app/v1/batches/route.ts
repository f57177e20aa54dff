import { apiRoute } from "@/lib/api/route";

export const POST = apiRoute("createBatch");

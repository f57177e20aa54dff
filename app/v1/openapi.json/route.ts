import { openApiRoute } from "@/lib/api/route";

export const GET = openApiRoute;

// It names the public address of the console, which is known when it runs.
export const dynamic = "force-dynamic";

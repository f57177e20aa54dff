import { openApiRoutes } from "@/lib/api/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = openApiRoutes();

// It names the public address of the console, which is known when it runs.
export const dynamic = "force-dynamic";

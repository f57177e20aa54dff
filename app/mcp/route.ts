import { mcpRoute } from "@/lib/mcp/route";

export const POST = mcpRoute;

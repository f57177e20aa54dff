import "server-only";
import { apiDeps } from "@/lib/api/route";
import { answerMcp } from "./answer";

export const mcpRoute = (request: Request): Promise<Response> => answerMcp(apiDeps(request), request);

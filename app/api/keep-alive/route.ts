import { answerSeen } from "@/lib/http/keep-alive";

export const POST = (request: Request) => answerSeen(request);

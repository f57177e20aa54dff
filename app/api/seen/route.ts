import { answerSeen } from "@/lib/auth/seen";

export const POST = (request: Request) => answerSeen(request);

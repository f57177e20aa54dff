import { answerChallenge } from "@/lib/auth/challenge";

export const POST = (request: Request) => answerChallenge(request);

import { answerChallenge } from "@/lib/http/webauthn-challenge";

export const POST = (request: Request) => answerChallenge(request);

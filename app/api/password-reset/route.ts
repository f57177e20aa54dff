import { answerPasswordReset } from "@/lib/team/routes";

export const POST = (request: Request) => answerPasswordReset(request);

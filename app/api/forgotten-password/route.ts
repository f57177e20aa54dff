import { answerForgotten } from "@/lib/team/routes";

export const POST = (request: Request) => answerForgotten(request);

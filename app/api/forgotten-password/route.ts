import { answerForgotten } from "@/lib/team/door";

export const POST = (request: Request) => answerForgotten(request);

import { answerLink } from "@/lib/team/door";

export const POST = (request: Request) => answerLink(request);

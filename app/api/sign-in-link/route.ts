import { answerLink } from "@/lib/team/routes";

export const POST = (request: Request) => answerLink(request);

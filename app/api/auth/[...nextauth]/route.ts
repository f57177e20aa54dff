import { answerAuth } from "@/lib/next-auth/route";

export { answerAuth as GET, answerAuth as POST };

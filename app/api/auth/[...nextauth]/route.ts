import { answerAuth } from "@/lib/auth/auth-route";

export { answerAuth as GET, answerAuth as POST };

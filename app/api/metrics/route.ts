import { answerMetrics } from "@/lib/metrics/door";

export const GET = (request: Request) => answerMetrics(request);

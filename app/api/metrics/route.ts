import { answerMetrics } from "@/lib/metrics/route";

export const GET = (request: Request) => answerMetrics(request);

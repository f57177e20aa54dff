import { databaseAnswers } from "@/lib/health/queries";

export async function GET() {
  const healthy = await databaseAnswers();
  return Response.json({ database: healthy ? "answers" : "does not answer" }, { status: healthy ? 200 : 503 });
}

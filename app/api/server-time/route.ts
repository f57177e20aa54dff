import { connection } from "next/server";
import type { ServerTime } from "@/lib/send-by";

export async function GET() {
  await connection();
  const time: ServerTime = { now: new Date().toISOString() };
  return Response.json(time, { headers: { "cache-control": "no-store" } });
}

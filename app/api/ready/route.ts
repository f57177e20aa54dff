import { whyUnready } from "@/lib/health/queries";

export const dynamic = "force-dynamic";

export async function GET() {
  const unready = await whyUnready();
  return Response.json(
    { ready: unready === null, ...(unready !== null && { because: unready }) },
    { status: unready === null ? 200 : 503 },
  );
}

import { listFileResponse } from "@/lib/exports/response";
import { viewRoute } from "@/lib/http/view-route";
import { exportPlayers } from "@/lib/kyc/export";
import { playerFileName } from "@/lib/kyc/list";
import { playersExported } from "@/lib/kyc/schema";

export const GET = viewRoute(
  async (ctx, wanted) => listFileResponse(await exportPlayers(ctx, wanted), playerFileName(ctx.environment, ctx.now())),
  playersExported,
);

import { downloadOfList } from "@/lib/exports/download";
import { viewRoute } from "@/lib/http/view-route";
import { exportPlayers } from "@/lib/kyc/export";
import { playersExported } from "@/lib/kyc/schema";

export const GET = viewRoute(async (ctx, wanted) => downloadOfList(await exportPlayers(ctx, wanted)), playersExported);

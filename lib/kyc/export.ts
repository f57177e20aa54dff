import "server-only";
import { and, inArray, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { registrations } from "@/drizzle/schema/registrations";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { csvPieces } from "@/lib/csv/file";
import type { Reading } from "@/lib/db/read-snapshot";
import type { CannotExport } from "@/lib/exports/download";
import { countOf, exportList, type ListFile } from "@/lib/exports/list-file";
import { seesPii } from "@/lib/pii/access";
import { maskedName } from "@/lib/pii/mask";
import type { Result } from "@/lib/result";
import { SHEET_ROWS_MAX } from "@/lib/transactions/list/csv-columns";
import { playersWhere } from "./conditions";
import { PLAYER_HEAD, playerCells, type SheetPlayer } from "./csv";
import { playerAddress, playerFileName } from "./list";
import type { PlayersExported } from "./schema";
import { kycDisplayStatusOf } from "./state";

/** How many players are held in memory, independent of the file's size. */
const BATCH = 1_000;

/** The players of the list as a file: exactly those of its filter at this moment, or the chosen ones, in its order. */
export async function exportPlayers(
  ctx: Ctx,
  asked: PlayersExported,
  most = SHEET_ROWS_MAX,
): Promise<Result<ListFile, CannotExport>> {
  requirePermission(ctx, "players:export");
  return exportList(ctx, {
    name: playerFileName(ctx.environment, ctx.now()),
    count: countOf(registrations, exported(ctx, asked), most),
    most,
    entry: (rows) => ({
      action: "players.exported",
      subject: ctx.environment,
      detail: { ...scope(asked), rows, format: asked.format },
    }),
    text: (reading) => csvPieces(PLAYER_HEAD, rowsOf(ctx, reading, asked)),
  });
}

/** Of chosen players the filter says nothing, so that the record does not either. */
const scope = ({ filter, only }: PlayersExported) =>
  only === null ? { filter: playerAddress(filter) } : { filter: "", chosen: only.length };

/** Chosen players are in the file even where they have left the filter since: they are still shown as chosen. */
const exported = (ctx: Ctx, { filter, only }: PlayersExported) =>
  only === null
    ? playersWhere(ctx, filter)
    : and(playersWhere(ctx, { show: "all", q: "", sort: filter.sort }), inArray(registrations.playerId, only));

async function* rowsOf(ctx: Ctx, reading: Reading, asked: PlayersExported) {
  const isMasked = !seesPii(ctx);
  const way = asked.filter.sort === "newest" ? sql`desc` : sql`asc`;
  const { createdAt, id } = registrations;
  const query = sql`select ${READ} from ${registrations} where ${exported(ctx, asked)}
    order by ${createdAt} ${way}, ${id} ${way}`;
  const cells = playerCells(asked.format === "csv_text");
  for await (const rows of reading.batches<ReadPlayer>(query, BATCH)) {
    yield rows.map((row) => cells(playerOf(row, ctx.now(), isMasked)));
  }
}

type ReadPlayer = Omit<SheetPlayer, "state"> & { sentAt: Date | null; notFoundAt: Date | null };

const r = registrations;
const COLUMNS: Record<keyof ReadPlayer, PgColumn> = {
  ...{
    createdAt: r.createdAt,
    sentAt: r.sentAt,
    updatedAt: r.updatedAt,
    evidenceAt: r.statusAt,
    notFoundAt: r.notFoundAt,
  },
  ...{ playerId: r.playerId, userName: r.userName, currency: r.currency },
  ...{ status: r.status, submission: r.submission, evidence: r.statusSource },
};
const READ = sql.join(
  Object.entries(COLUMNS).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
  sql`, `,
);

function playerOf(row: ReadPlayer, now: Date, isMasked: boolean): SheetPlayer {
  const { submission, status, notFoundAt, userName, sentAt, createdAt } = row;
  return {
    ...row,
    userName: userName !== null && isMasked ? maskedName(userName) : userName,
    state: kycDisplayStatusOf({ submission, status, notFoundAt, since: sentAt ?? createdAt }, now),
  };
}

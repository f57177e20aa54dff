import "server-only";
import { eq } from "drizzle-orm";
import { batchRows } from "@/drizzle/schema/batches";
import type { Ctx } from "@/lib/auth/context";
import { seesPii } from "@/lib/pii/access";
import { without } from "@/lib/pii/mask";
import { personalOf } from "./draft-rows";

export type Shown = (text: string) => string;

/**
 * How the reader is shown what people wrote of a batch: without holders and accounts of its rows, also those that are
 * excluded, where these are masked.
 */
export async function shownTexts(ctx: Ctx, batchId: string, texts: (string | null | undefined)[]): Promise<Shown> {
  if (seesPii(ctx) || texts.every((text) => !text)) return (text) => text;
  const { fields } = batchRows;
  const rows = await ctx.db.select({ fields }).from(batchRows).where(eq(batchRows.batchId, batchId));
  const values = rows.flatMap((row) => personalOf(row.fields));
  return (text) => without(text, values);
}

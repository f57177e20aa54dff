import { randomUuid } from "@/components/forms/random-id";
import type { Environment } from "@/lib/environment";
import { sendFile } from "@/lib/fetch-view";
import type { TextEncoding } from "@/lib/imports/text-encoding";
import { reconciliationCache } from "@/lib/reconciliation/cache";
import { type LedgerFileProblem, type LedgerFileView, PART_BYTES, type PartProblem } from "@/lib/reconciliation/schema";
import { err, ok, type Result } from "@/lib/result";

type Upload = { files: File[]; encoding: TextEncoding | null; onProgress: (percent: number) => void };
/** `file`: the one that is refused. */
type Refusal = { file: string; problem: LedgerFileProblem | PartProblem };
type Uploaded = Result<LedgerFileView[], Refusal>;

/**
 * Sends files in parts, one after another; the first that cannot be read ends it. One without rows may stand beside others,
 * as for a day without payouts; alone it is nothing to compare.
 */
export async function uploadLedger(
  environment: Environment,
  { files, encoding, onProgress }: Upload,
): Promise<Uploaded> {
  const all = files.reduce((sum, { size }) => sum + size, 0);
  const views: LedgerFileView[] = [];
  let sent = 0;
  for (const file of files) {
    const path = `${reconciliationCache.path(environment)}/files/${randomUuid()}`;
    for (let part = 0; part * PART_BYTES < Math.max(file.size, 1); part += 1) {
      const bytes = file.slice(part * PART_BYTES, (part + 1) * PART_BYTES);
      const query = new URLSearchParams({ name: file.name, part: String(part) });
      const kept = await sendFile<Result<{ part: number }, PartProblem>>(`${path}?${query}`, bytes);
      if (!kept.ok) return err({ file: file.name, problem: kept.error });
      sent += bytes.size;
      onProgress(Math.floor((sent / Math.max(all, 1)) * 100));
    }
    const query = new URLSearchParams(encoding === null ? {} : { encoding });
    const whole = await sendFile<Result<LedgerFileView, LedgerFileProblem>>(`${path}?${query}`, "");
    if (!whole.ok) return err({ file: file.name, problem: whole.error });
    views.push(whole.value);
  }
  const [first] = views;
  if (first && views.every(({ isEmpty }) => isEmpty)) return err({ file: first.name, problem: { kind: "empty" } });
  return ok(views);
}

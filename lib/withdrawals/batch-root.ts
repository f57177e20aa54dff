import type { Digester } from "@/lib/transactions/submission/digest";

/** What an approval of a batch covers. `revision` counts the requests, so that earlier approvals do not count. */
export type BatchRoot = { environment: string; batchId: string; revision: number; digests: string[] };

const textOf = ({ environment, batchId, revision, digests }: BatchRoot) =>
  JSON.stringify(["batch", environment, batchId, revision, digests.length, digests]);

/** The keyed digest over all rows in order. A row's digest covers its amount, currency and recipient. */
export const rootOf = (vault: Digester, batch: BatchRoot): string => vault.digest(textOf(batch));

export const isRootOf = (vault: Digester, root: string, batch: BatchRoot): boolean =>
  vault.checkDigest(root, textOf(batch)) === "match";

import { createHash } from "node:crypto";
import type { Environment } from "@/lib/environment";
import { batchReferenceId } from "./reference";

type Run = { environment: Environment; fileSha256: string; run: number };

/**
 * The ID of a row's order: it follows from the environment, the file, the run and the line alone. A repeat finds the
 * first order, also where the database with that order was lost and the file is uploaded again.
 */
export function referenceOf({ environment, fileSha256, run }: Run): (line: number) => string {
  const hex = createHash("sha256").update(`${environment}/${fileSha256}/${run}`).digest("hex").slice(0, 24);
  return (line) => batchReferenceId(hex, line);
}

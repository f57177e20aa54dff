import type { Reading } from "@/lib/db/read-snapshot";
import type { Environment } from "@/lib/environment";

/** A month as it is at one moment: all files of a package are read from the same. */
export type Snapshot = Omit<Reading, "end"> & {
  environment: Environment;
  month: string;
  from: Date;
  before: Date;
  days: string[];
};

/** What a query of one month needs. */
export type SnapshotOf = Pick<Snapshot, "environment" | "from" | "before"> & { db: Pick<Snapshot["db"], "execute"> };

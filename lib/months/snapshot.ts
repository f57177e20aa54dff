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

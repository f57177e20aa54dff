import "server-only";
import { cookies } from "next/headers";
import { columnsCookie, readColumns } from "./chosen-columns";

/** The columns that the reader chose for a list, or else the usual ones. */
export const keptColumns = async (list: string, usual: readonly string[]): Promise<readonly string[]> =>
  readColumns((await cookies()).get(columnsCookie(list))?.value, usual);

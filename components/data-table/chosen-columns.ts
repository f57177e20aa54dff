/** The columns chosen for a list, kept in a cookie, so that the server renders the first page with them. */
export const columnsCookie = (list: string) => `columns-${list}`;

export const writeColumns = (columns: readonly string[]) => columns.join(".");

export function readColumns(kept: string | undefined, usual: readonly string[]): readonly string[] {
  return kept === undefined ? usual : kept.split(".").filter(Boolean);
}

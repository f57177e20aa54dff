import { may, PERMISSIONS, ROLES } from "@/lib/auth/permissions";

const START = "<!-- roles: npm run docs -->\n";
const END = "<!-- /roles -->\n";

/** Who may do what, out of the table itself. What only the console's own parts may do is left out. */
function rolesTable(): string {
  const rows = PERMISSIONS.filter((permission) => ROLES.some((role) => may(role, permission)));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(["may", ...ROLES]),
    line(["---", ...ROLES.map(() => ":---:")]),
    ...rows.map((permission) =>
      line([`\`${permission}\``, ...ROLES.map((role) => (may(role, permission) ? "✓" : ""))]),
    ),
    "",
  ].join("\n");
}

/** The document with the table of today between its two marks. */
export function withRolesTable(document: string): string {
  const [start, end] = [document.indexOf(START), document.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`the document has lost one of its marks: ${START}${END}`);
  return `${document.slice(0, start + START.length)}\n${rolesTable()}\n${document.slice(end)}`;
}

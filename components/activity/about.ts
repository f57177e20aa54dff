import type { AuditAction } from "@/lib/audit/audit-actions";

/** It is about many players, and has a page of its own. */
const FILE_STARTED: AuditAction = "registration.import_started";

type Line = { action: string; detail: Record<string, unknown> };

/** What the subject of a line of the audit log is, where it is no order and has a page; null where it has none. */
export function kindOfSubject({ action, detail }: Line): "player" | "player_file" | null {
  if (action === FILE_STARTED) return "player_file";
  return action.startsWith("registration.") || detail.about === "player" ? "player" : null;
}

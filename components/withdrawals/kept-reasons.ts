/**
 * The reasons that were typed for decisions and not sent, by item. They stay while an approver reads other items or
 * other pages, and are gone with a reload, as at each sign-out.
 */
const kept = new Map<string, string>();

export const keptReason = (item: string) => kept.get(item) ?? "";

export function keepReason(item: string, reason: string) {
  if (reason === "") kept.delete(item);
  else kept.set(item, reason);
}

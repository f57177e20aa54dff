/**
 * The reasons that were typed for decisions and not sent, by their author's user ID and the item. They stay while an
 * approver reads other items or other pages, and are gone with a reload. Another tab of the browser may sign another
 * user in meanwhile, who finds none of them.
 */
const kept = new Map<string, string>();

const keyOf = (author: string, item: string) => `${author}:${item}`;

export const keptReason = (author: string, item: string) => kept.get(keyOf(author, item)) ?? "";

export function keepReason(author: string, item: string, reason: string) {
  if (reason === "") kept.delete(keyOf(author, item));
  else kept.set(keyOf(author, item), reason);
}

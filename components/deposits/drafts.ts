import type { DepositForm } from "@/lib/deposits/schema";

export type Draft = Omit<DepositForm, "formId">;

/**
 * Forms that somebody has left for another page, such as the player's registration, and comes back to. In this page's
 * memory and nowhere else: a name belongs neither into an address nor into the browser's stores.
 */
const left = new Map<string, Draft>();

export const keepDraft = (formId: string, draft: Draft) => left.set(formId, draft);
export const draftOf = (formId: string | null) => (formId === null ? null : (left.get(formId) ?? null));

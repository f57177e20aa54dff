import type { DepositForm } from "@/lib/deposits/schema";

export type Draft = Omit<DepositForm, "formId">;

/**
 * What stands in the forms, for whoever leaves one for another page, such as the player's registration, and comes back.
 * In this page's memory and nowhere else: a name belongs neither into an address nor into the browser's stores.
 */
const kept = new Map<string, Draft>();

export const keepDraft = (formId: string, draft: Draft) => kept.set(formId, draft);
export const draftOf = (formId: string | null) => (formId === null ? null : (kept.get(formId) ?? null));

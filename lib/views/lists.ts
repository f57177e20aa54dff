import { ORDER_LISTS } from "@/lib/transactions/list/filter";

/** The lists that have saved views. */
export const VIEW_LISTS = [...ORDER_LISTS, "players"] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

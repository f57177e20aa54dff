import { z } from "zod";
import { line } from "@/lib/fields";
import { VIEW_LISTS } from "./lists";

const name = line(60);

/** A filter as the list's address says it, to be kept under a name. */
export const keptView = z.object({ list: z.enum(VIEW_LISTS), name, query: z.string().max(2_000), shared: z.boolean() });
export type KeptView = z.output<typeof keptView>;

export const changedView = z.object({ id: z.uuid(), name, shared: z.boolean() });
export type ChangedView = z.output<typeof changedView>;

export const oneView = z.object({ id: z.uuid() });

/** `by`: the owner, if it is another user. */
export type ViewShown = {
  id: string;
  name: string;
  query: string;
  shared: boolean;
  by: string | null;
  mayDelete: boolean;
};

export type ViewProblem =
  /** One has two views of a name, and would not know which is which. */
  | { kind: "name_taken" }
  | { kind: "too_many" }
  /** It belongs to another user and may not be changed, or does not exist. */
  | { kind: "not_yours" };

import "server-only";
import { z } from "zod";
import type { Ctx } from "@/lib/auth/context";

/** One tool: what it takes, and the use cases that it reads by. */
export type Tool<I = unknown> = {
  title: string;
  description: string;
  input: z.ZodType<I>;
  /** What the audit log says the call was about: an ID, a day, or the tool. */
  subjectOf: (input: I) => { subject: string; about?: "order" };
  /** Null where there is no such thing. */
  read: (ctx: Ctx, input: I) => Promise<object | null>;
};

/** Checks the types of a tool, and forgets them: the server parses what comes by its schema. */
export const tool = <I>(given: Tool<I>): Tool => given as unknown as Tool;

/** An ID as it is written on screens. */
export const idText = (says: string) =>
  z
    .string()
    .regex(/^(?=.*\S)[^\p{C}]{1,200}$/u)
    .describe(says);

export const aboutOrder = (referenceId: string) => ({ subject: referenceId, about: "order" }) as const;

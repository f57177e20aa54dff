import { z } from "zod";
import { problem } from "@/lib/fields";
import { readAttached } from "./attachment";

export const oneAttachment = z.object({ attachmentId: z.uuid() });

/** Attached files as a form sends them: text still, so that what was read once can be read again. */
export const attachedInput = z
  .string()
  .max(2_000)
  .default("")
  .refine((text) => text === "" || text === "[]" || readAttached(text).length > 0, problem("attachmentGone"));

import type { ZodType } from "zod";
import { err, ok, type Result } from "@/lib/result";

/**
 * Reads a form as the server will, before a person is asked to review it. The rules come when they are first needed,
 * as they weigh more than the page; the server reads everything again and is the one that decides.
 */
export async function checkForm<Input>(
  rules: Promise<ZodType<Input>>,
  form: object,
): Promise<Result<Input, Record<string, string>>> {
  const [schema, { fieldProblems }] = await Promise.all([rules, import("@/lib/fields")]);
  const read = schema.safeParse(form);
  return read.success ? ok(read.data) : err(fieldProblems(read.error));
}

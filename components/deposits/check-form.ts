import type { DepositForm, DepositInput } from "@/lib/deposits/schema";
import { err, ok, type Result } from "@/lib/result";

/** Field name to problem code. */
export type FieldProblems = Record<string, string>;

/** Reads the form as the server will, before a person is asked to review it. The server decides. */
export async function checkForm(form: DepositForm): Promise<Result<DepositInput, FieldProblems>> {
  const [{ depositInput }, { fieldProblems }] = await Promise.all([
    import("@/lib/deposits/schema"),
    import("@/lib/fields"),
  ]);
  const read = depositInput.safeParse(form);
  return read.success ? ok(read.data) : err(fieldProblems(read.error));
}

import { err, ok, type Result } from "@/lib/result";
import type { WithdrawalForm, WithdrawalInput } from "@/lib/withdrawals/schema";

/** Field name to problem code. */
export type FieldProblems = Record<string, string>;

/**
 * Reads the form as the server will, before a person is asked to review it. The rules come when they are first
 * needed, as they weigh more than the page; the server reads everything again and is the one that decides.
 */
export async function checkForm(form: WithdrawalForm): Promise<Result<WithdrawalInput, FieldProblems>> {
  const [{ withdrawalInput }, { fieldProblems }] = await Promise.all([
    import("@/lib/withdrawals/schema"),
    import("@/lib/fields"),
  ]);
  const read = withdrawalInput.safeParse(form);
  return read.success ? ok(read.data) : err(fieldProblems(read.error));
}

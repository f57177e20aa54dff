import type { RegistrationForm, RegistrationInput } from "@/lib/kyc/schema";
import { err, ok, type Result } from "@/lib/result";

/** Reads the form as the server will; the rules come when they are first needed. The server decides. */
export async function checkRegistration(
  form: RegistrationForm,
): Promise<Result<RegistrationInput, Record<string, string>>> {
  const [{ registrationInput }, { fieldProblems }] = await Promise.all([
    import("@/lib/kyc/schema"),
    import("@/lib/fields"),
  ]);
  const read = registrationInput.safeParse(form);
  return read.success ? ok(read.data) : err(fieldProblems(read.error));
}

import { z } from "zod";
import { PASSWORD_MIN } from "@/lib/auth/password-rules";
import { weaknessOf } from "@/lib/auth/password-strength";
import { ROLES } from "@/lib/auth/permissions";
import { addUser } from "@/lib/auth/users";
import { connect, openShortPool } from "@/lib/db/connection";
import { databaseProblem } from "@/lib/db/start-problem";
import { withSecretFiles } from "@/lib/env/secret-files";
import { describeError } from "@/lib/log";
import { endWithUsage, optionsOf } from "./lib/options";

/**
 * npm run user:create -- --email a@b.example --name "A B" --role ops; the password is read from standard input. With
 * PASSWORD_SIGN_IN=off there is none.
 */
const USAGE = `--email E --name N --role ${ROLES.join("|")}`;
const values = optionsOf({ email: { type: "string" }, name: { type: "string" }, role: { type: "string" } }, USAGE);
const wanted = z
  .object({
    email: z.email("must be an e-mail address"),
    name: z.string("is missing").min(1, "is empty"),
    role: z.enum(ROLES, "must be one of those below"),
  })
  .safeParse(values);
if (!wanted.success) {
  endWithUsage(
    USAGE,
    wanted.error.issues.map(({ path, message }) => `--${path.join(".")}: ${message}`),
  );
}
const { settings, problems } = withSecretFiles(process.env);
const databaseUrl = settings.DATABASE_URL;
if (problems.length > 0 || !databaseUrl) {
  console.error(problems.join("\n") || "DATABASE_URL: is missing");
  process.exit(2);
}

const password = process.env.PASSWORD_SIGN_IN === "off" ? null : await typedPassword();
const weak = password === null ? null : weaknessOf(password, wanted.data);
if (weak) {
  console.error(
    weak.kind === "too_short"
      ? `the password on standard input must have at least ${PASSWORD_MIN} characters`
      : "the password on standard input is too easy to guess: use several unrelated words, or one from a generator",
  );
  process.exit(2);
}

async function typedPassword(): Promise<string> {
  let typed = "";
  for await (const chunk of process.stdin) typed += chunk;
  return typed.replace(/\r?\n$/, "");
}

const pool = openShortPool(databaseUrl);
const actor = { kind: "system" as const, id: "user:create", name: "npm run user:create" };
try {
  const added = await addUser({ db: connect(pool), now: () => new Date(), actor }, { ...wanted.data, password });
  console.log(added.ok ? `added ${wanted.data.email}` : `${wanted.data.email} is there already`);
} catch (error) {
  // Reported by its cause: the error quotes query values, including the password hash.
  const reason = databaseProblem(error, databaseUrl)?.problems.join("\n") ?? describeError(error).message;
  console.error(`${wanted.data.email} was not added: ${reason}`);
  process.exitCode = 1;
} finally {
  await pool.end();
}

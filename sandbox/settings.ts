import { z } from "zod";

const port = z.coerce.number("must be a number").int().min(0).max(65_535);

const settings = z.object({
  SANDBOX_DATABASE_URL: z.string("must be the URL of a PostgreSQL database").min(1, "must not be empty"),
  SANDBOX_PORT: port.default(4010),
  SANDBOX_OPERATOR_PORT: port.default(4011),
  SANDBOX_CONFIG: z.string().min(1).default(".data/sandbox.json"),
});

export type Settings = z.output<typeof settings>;

/** The settings of this process, or an error that names everything that is wrong with them. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const read = settings.safeParse(environment);
  if (read.success) return read.data;
  throw new Error(read.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; "));
}

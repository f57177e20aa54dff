import { readFileSync } from "node:fs";

// Read by the start scripts too, before anything is built: no imports of ours here.

type Source = Record<string, string | undefined>;

/** Settings that hold a secret. Each may stand in a file instead, which the same name with _FILE behind it names. */
const SECRETS =
  /^((MIGRATION_|SANDBOX_|DIRECT_|READ_|LEDGER_)?DATABASE_URL|AUTH_SECRET(_PREVIOUS)?|METRICS_TOKEN|WEB_PUSH_KEY|SMTP_URL|NEXT_SERVER_ACTIONS_ENCRYPTION_KEY|SSO_CLIENT_SECRET|AUDIT_HEADS_S3_(KEY_ID|SECRET)|PAYMENTS_(SANDBOX|PRODUCTION)_(API_KEY|SECRET_KEY(_PREVIOUS)?))$/;

const SUFFIX = "_FILE";

export const isSecretFile = (name: string) => name.endsWith(SUFFIX) && SECRETS.test(name.slice(0, -SUFFIX.length));

const isSet = (value: string | undefined) => value !== undefined && value.trim() !== "";

/** The settings with what their files hold, in place of the names of the files. Problems name no value. */
export function withSecretFiles(source: Source): { settings: Source; problems: string[] } {
  const settings = { ...source };
  const problems: string[] = [];
  for (const [name, path = ""] of Object.entries(source)) {
    if (!isSecretFile(name)) continue;
    // Empty rather than out: Next fills in from .env what is absent.
    settings[name] = "";
    if (!isSet(path)) continue;
    const of = name.slice(0, -SUFFIX.length);
    if (isSet(source[of])) {
      problems.push(`${name}: is set, and so is ${of}; set one of them`);
      continue;
    }
    try {
      settings[of] = readFileSync(/* turbopackIgnore: true */ path, "utf8").replace(/\s+$/, "");
      if (!isSet(settings[of])) problems.push(`${name}: the file is empty`);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "error";
      problems.push(`${name}: the file cannot be read (${code})`);
    }
  }
  return { settings, problems };
}

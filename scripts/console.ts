import { withSecretFiles } from "@/lib/env/secret-files";

/**
 * The console of an image, and what `npm start` runs: Next's own server, listening where our settings say. It is built
 * with a key that is no secret, so that an image holds none; each instance needs the real one.
 */
const KEY = "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY";
const { settings, problems } = withSecretFiles(process.env);
if (!settings[KEY]) problems.push(`${KEY}: is missing; openssl rand -base64 32 makes one, the same for every instance`);
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
process.env[KEY] = settings[KEY];
process.env[`${KEY}_FILE`] = "";
process.env.HOSTNAME = process.env.HOST || "127.0.0.1";
process.env.PORT ||= "3000";

const SERVER = "../server.js";
const folder = process.cwd();
await import(SERVER);
// The server has entered its own folder; relative paths in settings mean the one it was started in.
process.chdir(folder);

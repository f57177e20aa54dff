import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleOf } from "./bundle.mjs";
import { ROOT } from "./root.mjs";

/** The server with all that it needs, made by a build: `npm start` runs it, and an image is a copy of it. */
export const STANDALONE = join(ROOT, ".next/standalone");

/** Beside the console: each becomes one file in bin/. */
export const PROGRAMS = [
  "console",
  "worker",
  "ingest",
  "migrate",
  "user-create",
  "restore-check",
  "audit-verify",
  "failover",
  "push-key",
];

/** Loaded from node_modules, as by the console: they have native code or files that they find beside them. */
const EXTERNAL = ["pg", "graphile-worker", "@node-rs/argon2", "pino", "zengin-code", "nodemailer"];

/** Adds to what Next wrote what it leaves out: browser files, migrations and the other programs. */
export async function assemble() {
  for (const folder of [".next/static", "public", "drizzle/migrations"]) {
    cpSync(join(ROOT, folder), join(STANDALONE, folder), { recursive: true });
  }
  // Next copies .env files, which may hold secrets.
  for (const name of readdirSync(STANDALONE)) if (name.startsWith(".env")) rmSync(join(STANDALONE, name));
  // A signal without a handler does nothing to process 1, which each program is in a container.
  const obey =
    'if (process.pid === 1) for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143]]) process.on(signal, () => process.exit(code));';
  // Under a name that no bundled package declares.
  const require =
    'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);';
  const { entryPoints: _, ...options } = bundleOf("");
  await build({
    ...options,
    entryPoints: PROGRAMS.map((name) => `scripts/${name}.ts`),
    outdir: join(STANDALONE, "bin"),
    outExtension: { ".js": ".mjs" },
    external: [...EXTERNAL, "pg-native"],
    target: "node24",
    banner: { js: `${require} ${obey}` },
  });
}

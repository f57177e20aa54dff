import { join } from "node:path";
import { build } from "esbuild";
import { bundleOf } from "@/scripts/lib/bundle.mjs";
import { scratchFolder } from "../support/scratch";

/**
 * A program of the tests and all that it imports in one file, which starts five times as fast as a thousand of them:
 * the matrix starts more than a hundred processes that live for less than a second. `of`: whose code it imports.
 */
export async function bundled(program: string, { of }: { of?: string } = {}): Promise<string> {
  const outfile = join(await scratchFolder(), "program.mjs");
  await build({
    ...bundleOf(program, of),
    outfile,
    // What is no JavaScript, what is not there, and what packages reach for that were written before modules.
    loader: { ".node": "copy" },
    external: ["pg-native"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return outfile;
}

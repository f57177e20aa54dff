import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runChild, startChild } from "@/scripts/lib/children.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { step } from "@/scripts/lib/progress.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";

const FOLDER = join(ROOT, ".data/bench/bare-page");
const NEXT = join(ROOT, "node_modules/next/dist/bin/next");

/** The least that Next makes, with the versions of next and react that the console has. */
const FILES = {
  "package.json": '{ "private": true, "type": "module" }\n',
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(ROOT)} } };\n`,
  "app/layout.jsx": "export default ({ children }) => <html lang='en'><body>{children}</body></html>;\n",
  "app/page.jsx": "export default () => <p>A bare page</p>;\n",
};

export async function startBarePage() {
  await mkdir(join(FOLDER, "app"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(FOLDER, name), text);
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await step("Building a bare page", () => runChild("node", [NEXT, "build"], { cwd: FOLDER, env }));

  const port = await freePort();
  const ready = Promise.withResolvers<void>();
  const served = startChild("node", [NEXT, "start", "--port", String(port), "--hostname", HOST], {
    cwd: FOLDER,
    env,
    onLine: (line) => line.includes("Ready") && ready.resolve(),
  });
  const ended = served.exited.then(({ how }) => {
    throw new Error(`the bare page did not start (${how}): ${served.lastLines()}`);
  });
  await Promise.race([ready.promise, ended]);
  return { url: `http://${HOST}:${port}/`, stop: served.stop };
}

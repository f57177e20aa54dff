import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { npm } from "@/scripts/lib/install.mjs";
import { buildNext, startNext } from "@/scripts/lib/next.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { step } from "@/scripts/lib/progress.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";

const FOLDER = join(ROOT, ".data/bench/bare-page");
const PACKAGES = ["next", "pg", "react", "react-dom", "tailwindcss", "@tailwindcss/postcss"];

const FILES = {
  // Next takes the outermost folder with a lockfile for the root, which would make it a part of the console.
  "next.config.mjs": "export default { turbopack: { root: import.meta.dirname } };\n",
  "app/layout.jsx": "export default ({ children }) => <html lang='en'><body>{children}</body></html>;\n",
  // The same for a page that is rendered for each request.
  "app/dynamic/page.jsx":
    "import { headers } from 'next/headers';\nexport default async () => { await headers(); return <p>A bare page</p>; };\n",
  "app/page.jsx": "export default () => <p>A bare page</p>;\n",
  // The same with a stylesheet, as `create-next-app --empty` makes it: the least that a page with styles can take. Its
  // classes are looked for here alone: left to itself, Tailwind takes those of the console, in whose folder this is.
  "postcss.config.mjs": "export default { plugins: { '@tailwindcss/postcss': {} } };\n",
  "app/styled/globals.css": "@import 'tailwindcss' source('..');\n",
  "app/styled/layout.jsx": "import './globals.css';\nexport default ({ children }) => children;\n",
  "app/styled/page.jsx": "export default () => <p>A bare page</p>;\n",
  // The least that a callback could cost: its path, its body, its answer.
  "app/api/callbacks/[environment]/[token]/route.js":
    "export const POST = async (request) => { await request.text(); return new Response('SUCCESS'); };\n",
  // And the least that keeping it could: one row of a table without an index, committed before the answer.
  "app/api/kept/[environment]/[token]/route.js": `import { Pool } from 'pg';
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 12 });
const insert = (values) => pool.query({ name: 'keep', text: 'insert into bare_deliveries values ($1, $2)', values });
export const POST = async (request) => {
  await insert([JSON.stringify(Object.fromEntries(request.headers)), Buffer.from(await request.arrayBuffer())]);
  return new Response('SUCCESS');
};
`,
};

/** The least that Next makes, on the versions of next and react that the console has, and with this database. */
export async function startBarePage({ databaseUrl = "" } = {}) {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const known = { ...dependencies, ...devDependencies };
  const versions = Object.fromEntries(PACKAGES.map((name) => [name, known[name]]));
  const manifest = JSON.stringify({ private: true, type: "module", dependencies: versions });
  for (const [name, text] of Object.entries({ ...FILES, "package.json": manifest })) {
    await mkdir(dirname(join(FOLDER, name)), { recursive: true });
    await writeFile(join(FOLDER, name), text);
  }
  await step("Building a bare page", async (howFar) => {
    await npm(["install", "--prefer-offline"], FOLDER);
    await buildNext(FOLDER, process.env, howFar);
  });

  const port = await freePort();
  const { stop } = await startNext({
    folder: FOLDER,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    port,
    health: "/",
  });
  return { url: `http://${HOST}:${port}/`, stop };
}

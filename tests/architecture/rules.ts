import ts from "typescript";
import { folderOf, LAYERS, type Layer, layerOf } from "./layers";
import { unguardedFunctions } from "./permissions";
import { importsOf, isExported, type SourceFiles, treeOf } from "./source-files";

const isSandbox = (path: string) => path.startsWith("sandbox/");
const paths = (files: SourceFiles) => [...files.keys()];
const ours = (files: SourceFiles) => paths(files).filter((path) => !isSandbox(path));
const imports = (files: SourceFiles) => paths(files).flatMap((path) => importsOf(path, files));
const valueImports = (files: SourceFiles) => imports(files).filter(({ typeOnly }) => !typeOnly);
const arrow = ({ from, to }: { from: string; to: string }) => `${from} -> ${to}`;

/** Files of `lib` outside any folder: small things that every layer shares. A new concept gets a folder. */
const LOOSE_IN_LIB = new Set(
  ["cn", "env", "environment", "fetch-view", "fields", "log", "production", "query-string", "result"]
    .concat(["send-by", "shutdown", "time", "view-options"])
    .map((name) => `lib/${name}.ts`),
);
const LOOSE_COMPONENTS_MAX = 43;

/** Says nothing about what is inside, or only that something is being done. */
const VAGUE = /^(utils?|helpers?|misc|common|shared|stuff|lib|index|types|constants)$/;
const GERUND = /^[a-z]+ing$/;
const NOUNS_IN_ING = new Set(["sign-in", "string", "heading", "loading"]);

/** `auth` knows who may; `audit` records what they did. Each needs one function of the other. */
const BOTH_WAYS_ALLOWED = new Set(["audit/auth"]);

/** Domains that serve others; all other domains of `lib` do not import each other. */
const CORE = /^(transactions|disagreements|pii|freezes|limits|payees|attachments|callbacks|auth|audit|db|http|jobs)$/;
const DOMAINS = /^(withdrawals|deposits|kyc|balances|banks|activity|backfill|views|daily-close)$/;

/** What a domain may import of another besides the core, because it is about both. */
const CROSS_DOMAIN = new Set(["daily-close/withdrawals", "deposits/kyc"]);

/** Each rule returns what breaks it, as lines that name the file. */
export const RULES: Record<string, (files: SourceFiles) => string[]> = {
  "imports point inwards": (files) =>
    valueImports(files)
      .filter(({ from, to }) => !isSandbox(from) && !isSandbox(to))
      .filter(({ from, to }) => depth(to, files) > depth(from, files))
      .map(arrow),

  "a page imports use cases, a component neither those nor anything outside": (files) =>
    valueImports(files)
      .filter(({ from, to }) => FORBIDDEN[screenOf(from)]?.(layerOf(to, files), to))
      .map(arrow),

  "the sandbox shares no code with the console": (files) =>
    imports(files)
      .filter(({ from, to }) => isSandbox(from) !== isSandbox(to))
      .map(arrow),

  "sibling domains do not import each other": (files) =>
    valueImports(files)
      .filter(({ from, to }) => from.startsWith("lib/") && to.startsWith("lib/"))
      .map((edge) => ({ ...edge, a: folderOf(edge.from) ?? "", b: folderOf(edge.to) ?? "" }))
      .filter(({ a, b }) => a !== b && DOMAINS.test(a) && DOMAINS.test(b) && !CORE.test(b))
      .filter(({ a, b }) => !CROSS_DOMAIN.has(`${a}/${b}`))
      .map(arrow),

  "no two folders import each other": bothWays,

  "there are no import cycles": cycles,

  "a file is named after what it holds": (files) =>
    ours(files).filter((path) => {
      const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.(d\.)?tsx?$/, "");
      if (/^(app|drizzle)\//.test(path)) return VAGUE.test(name);
      return VAGUE.test(name) || (GERUND.test(name) && !NOUNS_IN_ING.has(name));
    }),

  "loose files stay few": (files) => {
    const loose = paths(files).filter((path) => /^lib\/[^/]+$/.test(path) && !LOOSE_IN_LIB.has(path));
    const components = paths(files).filter((path) => /^components\/[^/]+$/.test(path));
    return components.length > LOOSE_COMPONENTS_MAX ? [...loose, ...components] : loose;
  },

  "a lib file that reaches a gateway, or is handed one, is marked server-only": (files) =>
    paths(files)
      .filter((path) => path.startsWith("lib/") && !/\/(actions|cache|transport)\.ts$/.test(path))
      .filter((path) => !/^import "server-only";$/m.test(files.get(path) ?? ""))
      .filter(
        (path) =>
          layerOf(path, files) === "gateway" ||
          reaches(path, files, (to) => layerOf(to, files) === "gateway") ||
          /[(,] ?\w+: (Ctx|Db|Tx)\b/.test(files.get(path) ?? ""),
      ),

  "a route or an action leaves the database to a use case": (files) =>
    valueImports(files)
      .filter(({ from }) => /^app\/(api|v1|mcp)\//.test(from) || isAction(from))
      .filter(({ to }) => layerOf(to, files) === "gateway" && !/^lib\/(env|log)\.ts$/.test(to))
      .map(arrow),

  "only lib/env.ts reads process.env": (files) =>
    // Next removes the instrumentation's check of its runtime at build time, and finds it by this text.
    ours(files).filter(
      (path) => !["lib/env.ts", "instrumentation.ts"].includes(path) && files.get(path)?.includes("process.env"),
    ),

  "a 'use server' file exports nothing but action(…)": (files) =>
    paths(files)
      .filter((path) => /^["']use server["']/m.test(files.get(path) ?? ""))
      .filter((path) => !exportsOnlyActions(path, files)),

  "no server function is defined inside another file": (files) =>
    ours(files).filter((path) => /^\s+["']use server["'];?$/m.test(files.get(path) ?? "")),

  "every use case begins with its permission, or says why it needs none": unguardedFunctions,

  "only the status modules compare a status with a literal": (files) =>
    ours(files)
      .filter((path) => !/\/(state|status|submission|status-report)\.ts$/.test(path))
      .filter((path) =>
        /([!=]==? ?["'](SUCCESS|PENDING|COMPLETED|FAILED|CANCELLED|RESOLVED)["'])|(case ["'](COMPLETED|FAILED)["']:)/.test(
          files.get(path) ?? "",
        ),
      ),

  // The quick start is programs for others, as text.
  "time and chance come in through ctx": (files) =>
    ours(files)
      .filter((path) => ["domain", "use case"].includes(layerOf(path, files)))
      .filter((path) => !["lib/auth/context.ts", "lib/api/quick-start.ts"].includes(path))
      .filter((path) => /Date\.now\(\)|new Date\(\)|Math\.random\(\)/.test(files.get(path) ?? "")),
};

const depth = (path: string, files: SourceFiles) => LAYERS.indexOf(layerOf(path, files));

/** The parts of the UI: pages and layouts, components, the browser's half of a domain. */
const screenOf = (path: string) =>
  /^app\/(?!(api|v1|mcp)\/)/.test(path) ? "page" : path.startsWith("components/") ? "component" : "other";

const FORBIDDEN: Record<string, (layer: Layer, to: string) => boolean> = {
  page: (layer) => layer === "gateway",
  component: (layer, to) =>
    layer === "gateway" || layer === "use case" || to.startsWith("app/") || (layer === "entry point" && !isAction(to)),
};
const isAction = (path: string) => /\/actions\.ts$/.test(path);

function reaches(path: string, files: SourceFiles, isIt: (path: string) => boolean): boolean {
  return importsOf(path, files).some(({ to, typeOnly }) => !typeOnly && isIt(to));
}

function bothWays(files: SourceFiles): string[] {
  const edges = valueImports(files).flatMap((edge) => {
    const [top = ""] = edge.from.split("/");
    const a = folderOf(edge.from);
    const b = folderOf(edge.to);
    if (a === null || b === null || a === b || !edge.to.startsWith(`${top}/`)) return [];
    return [{ ...edge, here: `${top}/${a}`, there: `${top}/${b}`, pair: [a, b].sort().join("/") }];
  });
  const directions = new Set(edges.map(({ here, there }) => `${here} ${there}`));
  return edges
    .filter(({ here, there, pair }) => directions.has(`${there} ${here}`) && !BOTH_WAYS_ALLOWED.has(pair))
    .map(arrow);
}

/** Types count: two files that need each other cannot be understood apart. */
function cycles(files: SourceFiles): string[] {
  const open = new Set<string>();
  const closed = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: string[]) => {
    if (closed.has(path)) return;
    if (open.has(path)) {
      found.push([...trail.slice(trail.indexOf(path)), path].join(" -> "));
      return;
    }
    open.add(path);
    for (const { to } of importsOf(path, files)) visit(to, [...trail, path]);
    open.delete(path);
    closed.add(path);
  };
  for (const path of files.keys()) visit(path, []);
  return found;
}

function exportsOnlyActions(path: string, files: SourceFiles): boolean {
  return treeOf(path, files).statements.every((statement) => {
    if (ts.isExportDeclaration(statement) || ts.isExportAssignment(statement)) return false;
    if (!isExported(statement)) return true;
    if (!ts.isVariableStatement(statement)) return ts.isTypeAliasDeclaration(statement);
    return statement.declarationList.declarations.every(
      ({ initializer }) =>
        initializer &&
        ts.isCallExpression(initializer) &&
        ["action", "timedAction"].includes(initializer.expression.getText()),
    );
  });
}

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import ts from "typescript";

/** The shape of the house, as rules over its files. `tests/house/house.test.ts` checks the house and these rules. */
export type Files = Map<string, string>;

const FOLDERS = ["app", "components", "drizzle", "lib", "sandbox"];
const ROOT_FILES = ["instrumentation.ts", "proxy.ts"];

/** Path to text of every source file of the product. */
export function readHouse(root: string): Files {
  const paths = FOLDERS.flatMap((folder) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
    const sources = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
    return sources.map((entry) => relative(root, join(entry.parentPath, entry.name)));
  });
  return new Map([...paths, ...ROOT_FILES].map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** From the inside out: a file imports its own ring and those before it. The first pattern that fits counts. */
const RINGS: [ring: string, path: RegExp][] = [
  [
    "pure",
    /^lib\/(result|time|environment|production|fields|address|cn|csv|csv-stream|fetch-view|reach|send-by|text-stream)\.ts$/,
  ],
  ["pure", /^lib\/(money|japan)\/|^lib\/i18n\/(locale\.ts|messages\.d\.ts)$/],
  ["pure", /^lib\/payments-api\/(?!client|transport)[a-z-]+\.ts$/],
  [
    "pure",
    /^lib\/auth\/(permissions|actor|problem|proof|proof-input|claims|source|password-rules|recovery|totp|device)\.ts$/,
  ],
  ["pure", /^lib\/auth\/(security-txt|small-body)\.ts$|^lib\/personal\/(mask|raw|sight)\.ts$/],
  [
    "pure",
    /^lib\/callbacks\/(answer|shapes|verify|delivery|body|keep-statement|signing|quota|question-budget|disagreement)\.ts$/,
  ],
  [
    "pure",
    /^lib\/[^/]+\/(state|schema|submission|report|looks|finding|absence|digest|reference|terms|figures|facts)\.ts$/,
  ],
  [
    "pure",
    /^lib\/[^/]+\/(sheet|columns|results|upload|row|approval|rules|retyped|chain|held|hand-over|place|letter|letters|hold-reasons|approvals-needed|payee|form-state|recipient-warnings|correctable|follow-up|service-times)\.ts$/,
  ],
  ["pure", /^lib\/search\/sought\.ts$/],
  [
    "gateway",
    /^lib\/(env|log)\.ts$|^lib\/http\/action-call\.ts$|^lib\/db\/|^lib\/payments-api\/(client|transport)\.ts$|^drizzle\//,
  ],
  ["gateway", /^lib\/mail\/smtp\.ts$/],
  ["door", /^lib\/jobs\/|^lib\/[^/]+\/(actions|cache)\.ts$|^app\/api\/|^(proxy|instrumentation)\.ts$/],
  [
    "door",
    /^lib\/auth\/(action|auth-route|challenge|edges|gate|issuer|live-route|next-auth|peer|seen|session|view-route|viewer)\.ts$/,
  ],
  ["door", /^lib\/(team|metrics)\/door\.ts$|^lib\/gather\.ts$/],
  ["door", /^lib\/callbacks\/(receive|door|ingest)\.ts$|^lib\/i18n\/request\.ts$/],
  // A file that is named for what it does is a verb: approving, sending, sweeping.
  ["verb", /^lib\/[^/]+\/([a-z-]+ing|queries|commands|dispatch)\.ts$/],
  [
    "verb",
    /^lib\/audit\/|^lib\/auth\/(context|dual-control|factors|password|people|sessions|strength|throttle|vault)\.ts$/,
  ],
  [
    "verb",
    /^lib\/transactions\/(admission|attention|exchanges|instructions|look-up-first|seats|stop|timeline|timeline-page|view)\.ts$/,
  ],
  [
    "verb",
    /^lib\/transactions\/(earlier-orders|ending|hold|approval-view|order-rows)\.ts$|^lib\/withdrawals\/(advice|clearance|correction|cover|follow-ups|people-now)\.ts$/,
  ],
  ["verb", /^lib\/(transactions|withdrawals|deposits)\/integrity\.ts$/],
  ["verb", /^lib\/limits\/(daily|sums)\.ts$/],
  ["verb", /^lib\/today\/proposals\.ts$/],
  ["verb", /^lib\/freezes\/(database|guard|restore-check)\.ts$/],
  ["verb", /^lib\/search\/(found|names|orders|players)\.ts$/],
  [
    "verb",
    /^lib\/(callbacks\/(disagreements|judge|strays|look-ups|quota-usage|unknown-orders|weigh)|kyc\/(files|view)|security\/(own|passkeys))\.ts$/,
  ],
  ["screen", /^(app|components)\//],
];
const ORDER = ["pure", "gateway", "verb", "door", "screen"];

const isSandbox = (path: string) => path.startsWith("sandbox/");
const ringOf = (path: string) => RINGS.find(([, pattern]) => pattern.test(path))?.[0];
const depth = (path: string) => ORDER.indexOf(ringOf(path) ?? "");

const DOMAINS = "withdrawals|deposits|kyc|balances|banks";

/** Doors that stay shut, whatever the rings say. */
const SHUT: [from: RegExp, to: RegExp][] = [
  [/^(app|components)\//, /^lib\/(env\.ts|db\/|payments-api\/(client|transport))|^drizzle\//],
  [/^components\//, /^lib\/[^/]+\/(queries|commands)\.ts$|^app\//],
  [/^sandbox\//, /^(lib|app|components|drizzle)\//],
  [/^(lib|app|components|drizzle)\//, /^sandbox\//],
];

type Import = { to: string; typeOnly: boolean };

/** What a file imports of ours, also in `import()`. A type leaves nothing behind when the code runs. */
function importsOf(path: string, files: Files): Import[] {
  const source = ts.createSourceFile(path, files.get(path) ?? "", ts.ScriptTarget.Latest, false);
  const found: Import[] = [];
  const add = (node: ts.Node | undefined, typeOnly: boolean) => {
    const to = node && ts.isStringLiteral(node) ? resolve(path, node.text, files) : null;
    if (to !== null) found.push({ to, typeOnly });
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return !clause.name && !!named && ts.isNamedImports(named) && named.elements.every((element) => element.isTypeOnly);
}

function resolve(from: string, specifier: string, files: Files): string | null {
  if (!/^(@|\.{1,2})\//.test(specifier)) return null;
  const path = specifier.startsWith("@/") ? specifier.slice(2) : normalize(join(dirname(from), specifier));
  return (
    [path, `${path}.ts`, `${path}.tsx`, `${path}.d.ts`, `${path}/index.ts`].find((known) => files.has(known)) ?? null
  );
}

const paths = (files: Files) => [...files.keys()];
const edges = (files: Files) =>
  paths(files).flatMap((from) => importsOf(from, files).map((edge) => ({ from, ...edge })));

/** Each rule returns what breaks it, in words that name the file. */
export const RULES: Record<string, (files: Files) => string[]> = {
  "every file belongs to a ring": (files) =>
    paths(files).filter((path) => !isSandbox(path) && ringOf(path) === undefined),

  "imports point inwards": (files) =>
    edges(files)
      .filter(({ from, to }) => !isSandbox(from) && !isSandbox(to) && depth(to) > depth(from))
      // A screen may know the type that a door returns, and a table the words that it stores; nothing else looks outwards.
      .filter(({ typeOnly }) => !typeOnly)
      .map(({ from, to }) => `${from} -> ${to}`),

  "shut doors stay shut": (files) =>
    edges(files)
      .filter(({ from, to }) => SHUT.some(([a, b]) => a.test(from) && b.test(to)))
      .map(({ from, to }) => `${from} -> ${to}`),

  "sibling domains do not import each other": (files) =>
    edges(files)
      .filter(({ from, to }) => domainOf(from) && domainOf(to) && domainOf(from) !== domainOf(to))
      .map(({ from, to }) => `${from} -> ${to}`),

  "there are no import cycles": cycles,

  "only lib/env.ts reads process.env": (files) =>
    // Next removes the instrumentation's check of its runtime at build time; it must stand there in these words.
    paths(files).filter(
      (path) =>
        !["lib/env.ts", "instrumentation.ts"].includes(path) &&
        !isSandbox(path) &&
        files.get(path)?.includes("process.env"),
    ),

  "a 'use server' file exports nothing but action(…)": (files) =>
    paths(files)
      .filter((path) => /^["']use server["']/m.test(files.get(path) ?? ""))
      .filter((path) => !exportsOnlyActions(path, files.get(path) ?? "")),

  "gateways, verbs and doors are marked server-only": (files) =>
    paths(files)
      .filter((path) => /^lib\//.test(path) && ["gateway", "verb", "door"].includes(ringOf(path) ?? ""))
      .filter((path) => !/\/(actions|cache|transport)\.ts$/.test(path))
      .filter((path) => !files.get(path)?.includes('import "server-only";')),

  "every verb begins with its permission": (files) =>
    paths(files)
      .filter((path) => /^lib\/[^/]+\/(queries|commands)\.ts$/.test(path))
      .flatMap((path) => unguardedVerbs(path, files.get(path) ?? "")),

  "only state.ts compares a status with a word": (files) =>
    paths(files)
      .filter((path) => !isSandbox(path) && !/\/(state|submission|report)\.ts$/.test(path))
      .filter((path) =>
        /[!=]==? ?["'](SUCCESS|PENDING|COMPLETED|FAILED|CANCELLED|RESOLVED)["']/.test(files.get(path) ?? ""),
      ),

  // Without a boundary of its own, which `later` gives it, what is still to be loaded takes the page off the screen.
  "what is loaded on demand leaves the page standing": (files) =>
    paths(files)
      .filter((path) => path !== "components/later.tsx")
      .filter((path) => /\blazy\(/.test(files.get(path) ?? "")),

  "below the doors, time and chance come in through ctx": (files) =>
    paths(files)
      .filter((path) => ["pure", "verb"].includes(ringOf(path) ?? "") && path !== "lib/auth/context.ts")
      .filter((path) => /Date\.now\(\)|new Date\(\)|Math\.random\(\)/.test(files.get(path) ?? "")),
};

const domainOf = (path: string) => new RegExp(`^lib/(${DOMAINS})/`).exec(path)?.[1];

function cycles(files: Files): string[] {
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
    for (const { to, typeOnly } of importsOf(path, files)) if (!typeOnly) visit(to, [...trail, path]);
    open.delete(path);
    closed.add(path);
  };
  for (const path of files.keys()) visit(path, []);
  return found;
}

const isExported = (node: ts.Node) =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

function exportsOnlyActions(path: string, text: string): boolean {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return source.statements.every((statement) => {
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

/** An exported function that takes a ctx must ask for a permission before it does anything. */
function unguardedVerbs(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || !isExported(statement)) return [];
    if (statement.parameters[0]?.type?.getText() !== "Ctx") return [];
    const first = statement.body?.statements[0]?.getText() ?? "";
    return first.startsWith("requirePermission(ctx,") ? [] : [`${path}: ${statement.name?.text}`];
  });
}

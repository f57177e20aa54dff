import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import ts from "typescript";

/** Path to text of every source file of the product. */
export type SourceFiles = Map<string, string>;

const FOLDERS = ["app", "components", "drizzle", "lib", "sandbox"];
const ROOT_FILES = ["instrumentation.ts", "proxy.ts"];

export function readSourceFiles(root: string): SourceFiles {
  const paths = FOLDERS.flatMap((folder) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
    const sources = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
    return sources.map((entry) => relative(root, join(entry.parentPath, entry.name)));
  });
  return new Map([...paths, ...ROOT_FILES].map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** `names` are the exported names that are imported by value; "*" stands for the whole module. */
export type Import = { from: string; to: string; typeOnly: boolean; names: string[] };

const trees = new Map<string, ts.SourceFile>();

/** The syntax tree of a file, kept by its text. */
export function treeOf(path: string, files: SourceFiles): ts.SourceFile {
  const text = files.get(path) ?? "";
  const key = `${path}\n${text}`;
  const tree = trees.get(key) ?? ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  trees.set(key, tree);
  return tree;
}

const knownImports = new Map<string, Import[]>();

/** What a file imports of ours, `import()` and re-exports included; kept by the file's text. */
export function importsOf(path: string, files: SourceFiles): Import[] {
  const key = `${path}\n${files.get(path)}`;
  const found = knownImports.get(key) ?? readImports(path, files);
  knownImports.set(key, found);
  return found;
}

function readImports(path: string, files: SourceFiles): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node | undefined, typeOnly: boolean, names: string[]) => {
    const to = node && ts.isStringLiteral(node) ? resolve(path, node.text, files) : null;
    if (to !== null) found.push({ from: path, to, typeOnly, names });
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) {
      const names = valuesIn(node.importClause);
      add(node.moduleSpecifier, node.importClause !== undefined && names.length === 0, names);
    } else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly, ["*"]);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false, ["*"]);
    ts.forEachChild(node, visit);
  };
  visit(treeOf(path, files));
  return found;
}

function valuesIn(clause: ts.ImportClause | undefined): string[] {
  if (!clause || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
  const { name, namedBindings } = clause;
  const named =
    namedBindings === undefined
      ? []
      : ts.isNamespaceImport(namedBindings)
        ? ["*"]
        : namedBindings.elements
            .filter((element) => !element.isTypeOnly)
            .map((element) => (element.propertyName ?? element.name).text);
  return [...(name ? ["default"] : []), ...named];
}

function resolve(from: string, specifier: string, files: SourceFiles): string | null {
  if (!/^(@|\.{1,2})\//.test(specifier)) return null;
  const path = specifier.startsWith("@/") ? specifier.slice(2) : normalize(join(dirname(from), specifier));
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}.d.ts`, `${path}/index.ts`];
  return candidates.find((candidate) => files.has(candidate)) ?? null;
}

export const isExported = (node: ts.Node) =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

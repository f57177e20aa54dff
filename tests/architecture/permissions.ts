import ts from "typescript";
import { layerOf } from "./layers";
import { importsOf, isExported, type SourceFiles, treeOf } from "./source-files";

/**
 * The use cases that can be reached from outside: what pages, actions, routes, callbacks and jobs import by value from
 * a use-case file. Such a function asks for its permission in its first statement, or its doc comment says
 * `@unguarded` and why.
 */
export function unguardedFunctions(files: SourceFiles): string[] {
  const reached = new Map<string, { path: string; name: string; from: string }>();
  for (const from of files.keys()) {
    const isEntry = layerOf(from, files) === "entry point" || /^app\//.test(from);
    if (!isEntry) continue;
    for (const { to, typeOnly, names } of importsOf(from, files)) {
      if (typeOnly || layerOf(to, files) !== "use case") continue;
      const all = names.includes("*") ? exportedNames(to, files) : names;
      for (const name of all) reached.set(`${to}#${name}`, { path: to, name, from });
    }
  }
  return [...reached.values()]
    .filter(({ path, name }) => !isGuarded(path, name, files))
    .map(({ path, name, from }) => `${path}: ${name} (imported by ${from})`);
}

const GUARD = /^(const [\w{}, ]+ = )?(await )?requirePermission\(ctx,/;

function isGuarded(path: string, name: string, files: SourceFiles): boolean {
  const declaration = declarationOf(path, name, files);
  // A re-export: the function must be imported from where it is declared, so that it can be checked.
  if (declaration === undefined) return false;
  if (isUnguardedByIntent(declaration)) return true;
  if (ts.isFunctionDeclaration(declaration)) return GUARD.test(declaration.body?.statements[0]?.getText() ?? "");
  if (ts.isClassDeclaration(declaration)) return true;
  if (!ts.isVariableStatement(declaration)) return false;
  return declaration.declarationList.declarations.every(({ initializer }) => initializer && !isCallable(initializer));
}

/** A function in a constant has no first statement to look at: it is written as a function declaration, or tagged. */
const isCallable = (node: ts.Expression) =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isIdentifier(node) || ts.isCallExpression(node);

const isUnguardedByIntent = (node: ts.Node) =>
  ts
    .getJSDocTags(node)
    .some(({ tagName, comment }) => tagName.text === "unguarded" && String(comment ?? "").length > 5);

function declarationOf(path: string, name: string, files: SourceFiles): ts.Statement | undefined {
  return treeOf(path, files).statements.find((statement) => isExported(statement) && namesOf(statement).includes(name));
}

function exportedNames(path: string, files: SourceFiles): string[] {
  return treeOf(path, files).statements.filter(isExported).flatMap(namesOf);
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return [statement.name?.text ?? ""];
  return [];
}

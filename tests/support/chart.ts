import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments, stringify } from "yaml";

/*
 * As much of Helm's templates as the chart uses, so that it is rendered wherever the tests run: if, with, range, define,
 * include, values by path, and a few functions. What it does not know it refuses.
 */
type Values = Record<string, unknown>;
type Scope = { dot: unknown; variables: Record<string, unknown> };
type Block = { head: string; body: Node[] };
type Node = string | { action: string } | Block;

const FUNCTIONS: Record<string, (...args: never[]) => unknown> = {
  quote: (value: unknown) => JSON.stringify(String(value)),
  default: (otherwise: unknown, value: unknown) => (isEmpty(value) ? otherwise : value),
  toYaml: (value: unknown) => stringify(value, { sortMapEntries: true }).trimEnd(),
  nindent: (spaces: string, text: string) => `\n${text.replace(/^/gm, " ".repeat(Number(spaces)))}`,
  sha256sum: (text: string) => createHash("sha256").update(text).digest("hex"),
};

const isEmpty = (value: unknown) =>
  !value ||
  (typeof value === "object" && Object.keys(value).length === 0 && !Array.isArray(value)) ||
  `${value}` === "";

// biome-ignore lint/suspicious/noExplicitAny: objects of a cluster have no type here, and a test that reads what is absent fails
type ClusterObject = any;

/** What a cluster would be given, with these values in place of the chart's own; the release is called `choba`. */
export function renderChart(folder: string, more: Values = {}): { kind: string; object: ClusterObject }[] {
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const chart = parse(read("Chart.yaml"));
  const blocks = new Map<string, Node[]>();
  const root = {
    Values: merged(parse(read("values.yaml")), more),
    Release: { Name: "choba", Revision: 1 },
    Chart: { AppVersion: chart.appVersion },
  };

  const path = (from: unknown, names: string) =>
    names.split(".").reduce((at, name) => (name === "" ? at : (at as Values | undefined)?.[name]), from);
  function term(word: string, { dot, variables }: Scope): unknown {
    if (word.startsWith('"')) return JSON.parse(word);
    if (/^\d+$/.test(word)) return word;
    if (word.startsWith("$")) return variables[word];
    if (word.startsWith(".")) return path(dot, word);
    throw new Error(`${word} is not known`);
  }
  function value(action: string, scope: Scope): unknown {
    let passed: unknown[] = [];
    for (const part of action.split(" | ")) {
      const [name = "", ...words] = part.match(/"[^"]*"|\S+/g) ?? [];
      const args = [...words.map((word) => term(word, scope)), ...passed];
      if (name === "include") passed = [rendered(blocks.get(String(args[0])), { ...scope, dot: args[1] })];
      else if (name === ".Files.Get") passed = [read(String(args[0]))];
      else if (name in FUNCTIONS) passed = [FUNCTIONS[name]?.(...(args as never[]))];
      else if (args.length > 0) throw new Error(`the function ${name} is not known`);
      else passed = [term(name, scope)];
    }
    return passed[0];
  }
  function ofBlock({ head, body }: Block, scope: Scope): string {
    const [, word, of = ""] = /^(if|with|range|define) (.*)$/.exec(head) ?? [];
    if (word === "define") {
      blocks.set(JSON.parse(of), body);
      return "";
    }
    const [, key = "", item = "", list = of] = /^(\$\w+), (\$\w+) := (.*)$/.exec(of) ?? [];
    const found = value(list, scope);
    if (isEmpty(found)) return "";
    if (word !== "range") return rendered(body, word === "with" ? { ...scope, dot: found } : scope);
    const entries = Object.entries(found as object).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return entries
      .map(([name, one]) => rendered(body, { dot: one, variables: { ...scope.variables, [key]: name, [item]: one } }))
      .join("");
  }
  function rendered(nodes: Node[] | undefined, scope: Scope): string {
    if (!nodes) throw new Error("no such template");
    return nodes
      .map((node) => {
        if (typeof node === "string") return node;
        return "head" in node ? ofBlock(node, scope) : String(value(node.action, scope) ?? "");
      })
      .join("");
  }

  const scope = { dot: root, variables: {} };
  const files = readdirSync(join(folder, "templates")).toSorted();
  const texts = files.map((file) => [file, rendered(parsed(read(`templates/${file}`)), scope)] as const);
  return texts.flatMap(([file, text]) =>
    parseAllDocuments(text).flatMap((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join("\n")}\n${text}`);
      const object = document.toJS();
      return object ? [{ kind: object.kind, object }] : [];
    }),
  );
}

function merged(values: Values, more: Values): Values {
  const isMap = (one: unknown): one is Values => typeof one === "object" && one !== null && !Array.isArray(one);
  const entries = Object.entries(more).map(([name, one]) => {
    const former = values[name];
    return [name, isMap(one) && isMap(former) ? merged(former, one) : one];
  });
  return { ...values, ...Object.fromEntries(entries) };
}

/** Texts and actions, with what stands between a block's beginning and its end inside of it. */
function parsed(text: string): Node[] {
  // A dash takes the white space on its side.
  const pieces = text
    .replace(/\s*\{\{-/g, "{{")
    .replace(/-\}\}\s*/g, "}}")
    .split(/\{\{ ?(.*?) ?\}\}/s);
  const open: Block[] = [{ head: "", body: [] }];
  for (const [index, piece] of pieces.entries()) {
    const body = open.at(-1)?.body;
    if (!body) throw new Error("an end without a beginning");
    if (index % 2 === 0) body.push(piece);
    else if (piece === "end") open.pop();
    else if (/^(if|with|range|define) /.test(piece)) {
      const block = { head: piece, body: [] };
      body.push(block);
      open.push(block);
    } else body.push({ action: piece });
  }
  if (open.length !== 1) throw new Error("a block without an end");
  return open[0]?.body ?? [];
}

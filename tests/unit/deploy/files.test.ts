import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { settingsWarnings } from "@/lib/env";
import { isSecretFile } from "@/lib/settings/secret-files";
import { ROOT } from "@/scripts/lib/root.mjs";
import { PROGRAMS } from "@/scripts/lib/standalone.mjs";
import { settings } from "../../support/configuration";

/*
 * Neither Docker nor Helm is needed here: the files are parsed, and what they name has to exist. The chart's templates are
 * simple enough to be parsed with a value in place of each expression.
 */
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const OF_SCRIPTS = ["MIGRATION_DATABASE_URL", "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY", "HOST", "PORT"];
const isKnown = (name: string) =>
  settings.some((one) => one.name === name) ||
  name.startsWith("PAYMENTS_PRODUCTION_") ||
  OF_SCRIPTS.includes(name) ||
  isSecretFile(name);

/** `node bin/NAME.mjs` with options between. */
function expectProgram(command: string[]) {
  expect(command[0]).toBe("node");
  expect(PROGRAMS.map((name) => `bin/${name}.mjs`)).toContain(command.at(-1));
}

test("a setting that does not exist is found", () => {
  expect([
    isKnown("DATABASE_URL"),
    isKnown("DATABASE_URL_FILE"),
    isKnown("DATABSE_URL"),
    isKnown("APP_URL_FILE"),
  ]).toEqual([true, true, false, false]);
  expect(settingsWarnings({ HOST: "0.0.0.0", WORKER_PORT: "3002" })).toEqual([]);
});

test("the image runs as a user without rights, holds no setting that is secret, and starts the console", () => {
  const text = read("deploy/Dockerfile");
  const [, command = "[]"] = /^CMD (\[.*\])$/m.exec(text) ?? [];
  expectProgram(JSON.parse(command));
  expect(text).toMatch(/^USER 10001:10001$/m);
  const [, environment = ""] = /^ENV (NODE_ENV=production .*)$/m.exec(text) ?? [];
  for (const pair of environment.split(" ")) {
    const [name = ""] = pair.split("=");
    expect([name, /^(NODE_ENV|NEXT_TELEMETRY_DISABLED)$/.test(name) || isKnown(name)]).toEqual([name, true]);
  }
  expect(read(".dockerignore").split("\n")).toEqual(expect.arrayContaining([".env*", ".data", ".git", "node_modules"]));
});

type Service = {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  networks?: string[];
  read_only?: boolean;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
};

describe("compose.yaml", () => {
  type Compose = { services: Record<string, Service>; secrets: Record<string, { file: string }>; volumes: object };
  const { services, secrets, volumes }: Compose = parse(read("deploy/compose.yaml"), { merge: true });
  const ours = Object.entries(services).filter(([, { image }]) => image.includes("choba"));

  test("two consoles, worker, ingest, migration, database, backup and a proxy", () => {
    expect(Object.keys(services).toSorted()).toEqual(
      ["backup", "console-1", "console-2", "ingest", "migrate", "postgres", "proxy", "worker"].toSorted(),
    );
  });

  test.each(ours)(
    "%s: a program that exists, settings that exist, a file system that cannot be written to",
    (_, one) => {
      if (one.command) expectProgram(one.command);
      for (const name of Object.keys(one.environment ?? {})) expect([name, isKnown(name)]).toEqual([name, true]);
      for (const [name, value] of Object.entries(one.environment ?? {})) {
        if (name.endsWith("_FILE") && name !== "STATE_FILE") {
          expect(one.secrets).toContain(value.replace("/run/secrets/", ""));
        }
      }
      expect(one.read_only).toBe(true);
    },
  );

  test.each(Object.entries(services))("%s: what it names is defined", (_, one) => {
    for (const secret of one.secrets ?? []) expect(Object.keys(secrets)).toContain(secret);
    for (const volume of one.volumes ?? []) {
      const [from = ""] = volume.split(":");
      if (!from.startsWith(".")) expect(Object.keys(volumes)).toContain(from);
      else if (from !== "./certificates") expect([from, existsSync(join(ROOT, "deploy", from))]).toEqual([from, true]);
    }
    for (const [name, { condition }] of Object.entries(one.depends_on ?? {})) {
      expect(Object.keys(services)).toContain(name);
      if (condition === "service_healthy") expect(services[name]?.healthcheck).toBeDefined();
    }
  });

  test("only the migration knows the owner of the database", () => {
    const knowing = ours.filter(([, { secrets: known = [] }]) => known.includes("migration_database_url"));
    expect(knowing.map(([name]) => name)).toEqual(["migrate"]);
  });

  test("settings.env has settings and no secrets", () => {
    for (const [, name = ""] of read("deploy/settings.env").matchAll(/^([A-Z_]+)=/gm)) {
      expect([name, isKnown(name) && !isSecretFile(`${name}_FILE`)]).toEqual([name, true]);
    }
  });
});

describe("the chart", () => {
  const FOLDER = "deploy/helm/choba";
  const templates = readdirSync(join(ROOT, FOLDER, "templates")).filter((file) => file.endsWith(".yaml"));
  const values = parse(read(`${FOLDER}/values.yaml`));

  /** Lines of control left out, inclusions of whole blocks too, and a word in place of every value. */
  const plain = (text: string) =>
    text
      .replace(/^\s*\{\{-? (?:if|end|with|range|else).*\}\}\n/gm, "")
      .replace(/^\s*\{\{- (?:include|toYaml) .*nindent \d+ \}\}\n/gm, "")
      .replace(/\{\{.*?\}\}/g, "value");
  const objects = templates.flatMap((file) =>
    parseAllDocuments(plain(read(`${FOLDER}/templates/${file}`))).map((document) => {
      expect([file, document.errors]).toEqual([file, []]);
      return document.toJS();
    }),
  );
  const ofKind = (kind: string) => objects.filter((one) => one.kind === kind);
  const names = (kind: string) => ofKind(kind).map((one) => one.metadata.name.replace("value-", ""));

  test("has what a cluster needs to keep it running", () => {
    expect(names("Deployment")).toEqual(["console", "ingest", "worker"]);
    expect(names("PodDisruptionBudget")).toEqual(["console", "ingest", "worker"]);
    expect(names("Service")).toEqual(["console", "ingest"]);
    expect(names("HorizontalPodAutoscaler")).toEqual(["console"]);
    expect(names("Job")).toHaveLength(1);
    expect(names("Ingress")).toHaveLength(1);
    expect(names("Secret")).toEqual([]);
  });

  test.each(templates)("%s uses values that exist", (file) => {
    for (const [, path = ""] of read(`${FOLDER}/templates/${file}`).matchAll(/\.Values\.([\w.]+)/g)) {
      const value = path.split(".").reduce((at, key) => at?.[key], values);
      expect([path, value === undefined]).toEqual([path, false]);
    }
  });

  test("pods run programs that exist, with settings that exist, and are probed at addresses that exist", () => {
    for (const { kind, spec } of [...ofKind("Deployment"), ...ofKind("Job")]) {
      const [container] = spec.template.spec.containers;
      expectProgram(container.command);
      for (const { name } of container.env) expect([name, isKnown(name)]).toEqual([name, true]);
      for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"]) {
        if (kind === "Job") continue;
        const { path } = container[probe].httpGet;
        expect([path, existsSync(join(ROOT, "app", path, "route.ts"))]).toEqual([path, true]);
      }
    }
    for (const name of Object.keys(values.settings)) expect([name, isKnown(name)]).toEqual([name, true]);
  });

  test("only the migration knows the owner of the database", () => {
    const knowing = [...ofKind("Deployment"), ...ofKind("Job")].filter((one) =>
      JSON.stringify(one).includes("MIGRATION_DATABASE_URL"),
    );
    expect(knowing.map(({ kind }) => kind)).toEqual(["Job"]);
  });

  test("security contexts are those of the helpers: no root, nothing writable, no capability", () => {
    const helpers = read(`${FOLDER}/templates/_helpers.tpl`);
    for (const line of ["runAsNonRoot: true", "readOnlyRootFilesystem: true", "drop: [ALL]"])
      expect(helpers).toContain(line);
    for (const file of ["console", "worker", "ingest", "migrate"]) {
      const text = read(`${FOLDER}/templates/${file}.yaml`);
      expect(text).toContain('include "choba.podSecurity"');
      expect(text).toContain('include "choba.containerSecurity"');
    }
  });
});

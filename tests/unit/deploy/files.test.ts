import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { settingsWarnings } from "@/lib/env";
import { isSecretFile } from "@/lib/env/secret-files";
import { isSource } from "@/scripts/lib/build.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { expectProgram, isKnown } from "./known";

/** No Docker is needed here: the files are parsed, and what they name has to exist. */
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
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

test("secrets that the guide or a copy of .env.example makes are in neither the repository nor an image", () => {
  for (const file of [".gitignore", ".dockerignore"]) {
    const lines = read(file).split("\n");
    expect(lines).toEqual(expect.arrayContaining([".env*", "!.env.example", "deploy/secrets", "deploy/certificates"]));
  }
});

test("what is kept from the image does not go into the ID of a build, which is the same everywhere", () => {
  const names = read(".dockerignore")
    .split("\n")
    .filter((line) => /^[\w-]+$/.test(line));
  expect(names).toContain("docs");
  expect(names.filter(isSource)).toEqual([]);
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

  test("the guide makes each secret that is needed, and names the image", () => {
    const folder = mkdtempSync(join(tmpdir(), "choba-guide-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [, section = ""] = /^## Install with containers\n(.*?)^## /ms.exec(read("docs/operations.md")) ?? [];
    const [, commands = ""] = /^```sh\n(cd deploy .*?)^```/ms.exec(section) ?? [];
    mkdirSync(join(folder, "deploy"));
    execFileSync("sh", ["-ec", commands], { cwd: folder });
    const made = readdirSync(join(folder, "deploy/secrets")).map((name) => `secrets/${name}`);
    expect(made.toSorted()).toEqual(
      Object.values(secrets)
        .map(({ file }) => file)
        .toSorted(),
    );
    const [, tag] = /--tag (\S+)/.exec(section) ?? [];
    expect(readFileSync(join(folder, "deploy/.env"), "utf8")).toBe(`CHOBA_IMAGE=${tag}\n`);
    expect(section).toContain("deploy/settings.env");
  });

  /** What the commands of this chapter run where the one that ends so fails, as a shell runs them that goes on. */
  function ran(heading: string, failing = "nothing"): string[] {
    const folder = mkdtempSync(join(tmpdir(), "choba-guide-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [, section = ""] = new RegExp(`^## ${heading}\n(.*?)^## `, "ms").exec(read("docs/operations.md")) ?? [];
    const [, commands = ""] = /^```sh\n(docker compose .*?)^```/ms.exec(section) ?? [];
    const stub = `#!/bin/sh\necho "$*" >> "${folder}/run"\ncase "$*" in *${failing}) exit 1 ;; esac\n`;
    writeFileSync(join(folder, "docker"), stub, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    spawnSync("sh", ["-c", commands], { cwd: folder, env });
    return readFileSync(join(folder, "run"), "utf8").trimEnd().split("\n");
  }

  test("an upgrade stops at what fails, before the next one goes down", () => {
    const all = ran("Upgrade");
    const one = ["worker", "ingest", "console-1", "console-2"].flatMap((name) => [name, "reload"]);
    expect(all.map((command) => command.split(" ").at(-1))).toEqual(["migrate", ...one]);
    for (const failing of ["migrate", "ingest", "console-1", "reload"]) {
      expect(ran("Upgrade", failing)).toEqual(
        all.slice(0, all.findIndex((command) => command.endsWith(` ${failing}`)) + 1),
      );
    }
  });

  test("after a restore nginx reads the addresses of the containers that were started", () => {
    expect(ran("Backup and restore").slice(-2)).toEqual(["compose up --detach", "compose exec proxy nginx -s reload"]);
  });

  test("settings.env has settings and no secrets", () => {
    for (const [, name = ""] of read("deploy/settings.env").matchAll(/^([A-Z_]+)=/gm)) {
      expect([name, isKnown(name) && !isSecretFile(`${name}_FILE`)]).toEqual([name, true]);
    }
  });
});

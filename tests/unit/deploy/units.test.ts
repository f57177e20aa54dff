import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ROOT } from "@/scripts/lib/root.mjs";

/** The units of systemd. tests/faults/install-guide.sh starts them; here is what no start shows. */
const FOLDER = join(ROOT, "deploy/systemd");
const read = (file: string) => readFileSync(join(FOLDER, file), "utf8");
const guide = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
const sectionOf = (heading: string) => new RegExp(`^## ${heading}\\n(.*?)^## `, "ms").exec(guide)?.[1] ?? "";
const services = readdirSync(FOLDER).filter((file) => file.endsWith(".service"));
const MIGRATION = "EnvironmentFile=/etc/choba/migration.env";

test("the backup is of the database that migrations are of, wherever that moves", () => {
  const unit = read("choba-backup.service");
  expect(unit).toMatch(new RegExp(`^${MIGRATION}$`, "m"));
  expect(unit).not.toMatch(/DATABASE_URL=/);
});

test("only the migration and the backup know the owner of the database", () => {
  const knowing = services.filter((file) => read(file).includes(MIGRATION));
  expect(knowing.toSorted()).toEqual(["choba-backup.service", "choba-migrate.service"]);
});

test.each(["Backup and restore", "Failover"])("%s: the nightly backup goes on, of the database in use", (heading) => {
  const section = sectionOf(heading);
  expect(section).toContain("`MIGRATION_DATABASE_URL` in `/etc/choba/migration.env`");
  if (section.includes("systemctl stop 'choba-*'"))
    expect(section).toMatch(/start the processes and `choba-backup\.timer`/);
});

test("an upgrade renews all that the installation has put beside the release", () => {
  // The site has the reader's own name and is compared by hand.
  const installed = sectionOf("Install on Debian").match(/deploy\/[\w./-]+/g) ?? [];
  expect(installed).toContain("deploy/run.sh");
  for (const file of installed) expect(sectionOf("Upgrade")).toContain(file);
});

describe.each(["Install on Debian", "Upgrade"])("%s", (heading) => {
  const [build = ""] = /^ *npm ci.*?^ *cp -a .*?$/ms.exec(sectionOf(heading)) ?? [];

  /** Runs the commands of a build where npm does this; says what is in the folder of the release then. */
  function built(npm: "true" | "false"): string[] {
    const folder = mkdtempSync(join(tmpdir(), "choba-guide-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, ".next/standalone/bin"), { recursive: true });
    const release = join(folder, "releases/reviewed");
    mkdirSync(join(release, "former"), { recursive: true });
    // What follows the build in its chain is left out.
    const commands = `npm() { ${npm}; }\nrelease=${release}\n${build}\ntrue`;
    spawnSync("bash", ["-c", commands], { cwd: folder });
    return readdirSync(release);
  }

  test("a release that is built again replaces the former build", () => {
    expect(built("true")).toEqual(["bin"]);
  });

  test("a build that fails leaves the former one as it is", () => {
    expect(built("false")).toEqual(["former"]);
  });
});

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "@/scripts/lib/root.mjs";
import { scratchFolder } from "../support/scratch";

/*
 * The installation on Debian as docs/operations.md has it, word by word, in namespaces: with the system's PostgreSQL and
 * nginx, where they are installed and this machine may make namespaces.
 */
const VERSION = existsSync("/etc/postgresql") ? readdirSync("/etc/postgresql").at(-1) : undefined;
const canIsolate = spawnSync("unshare", ["-mnp", "--fork", "--mount-proc", "mount", "-t", "tmpfs", "none", "/opt"]);
const isPossible = canIsolate.status === 0 && VERSION !== undefined && existsSync("/usr/sbin/nginx");

/** Each block of commands under this heading, with what the reader does before some of them. */
function commandsOf(guide: string): string {
  const [, section = ""] = /^## Install on Debian\n(.*?)^## /ms.exec(guide) ?? [];
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands = ""]) => commands);
  expect(blocks.length).toBeGreaterThanOrEqual(6);
  return blocks
    .map((commands) => {
      if (commands.includes("systemctl daemon-reload")) return `fill_in\n${commands}`;
      if (commands.includes("nginx -t")) return `certificate\n${commands}`;
      return commands.replace(/^(.*user-create .*)$/m, "echo 'four words chosen wildly indeed' | $1");
    })
    .join("\n");
}

test.skipIf(!isPossible)(
  "the commands of the guide install a console that serves",
  async () => {
    const folder = await scratchFolder();
    const commands = join(folder, "commands.sh");
    await writeFile(commands, commandsOf(readFileSync(join(ROOT, "docs/operations.md"), "utf8")));
    const script = join(ROOT, "tests/faults/install-guide.sh");
    const isolated = ["-mnp", "--fork", "--mount-proc", "--kill-child", "bash", script, ROOT, commands, VERSION ?? ""];
    const { stdout, stderr, status } = spawnSync("unshare", isolated, { encoding: "utf8", timeout: 100_000 });
    await rm(folder, { recursive: true });
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: expect.stringContaining("checked:") });
    expect(stdout.split("\n").filter((line) => line.startsWith("checked: "))).toEqual([
      "checked: every process is ready",
      "checked: the sign-in page is served through nginx",
      "checked: callbacks reach the ingest process",
      "checked: monitoring is not served to the internet",
      "checked: a program runs with the settings of the units",
      "checked: a backup is made",
      "checked: the first admin was added",
    ]);
  },
  120_000,
);

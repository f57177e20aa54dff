import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { hasGone, isAlive } from "@/scripts/lib/processes.mjs";

/** A launcher of two long-running processes that says how it goes, and then does as it is told. */
async function launcher(then = "") {
  const script = `
    import { startChild, stopChildren } from "${process.cwd()}/scripts/lib/children.mjs";
    process.on("SIGINT", () => console.log("asked"));
    const pids = ["one", "two"].map((name) => {
      const child = startChild("sleep", ["600"]);
      void child.exited.then(() => console.log(name));
      return child.pid;
    });
    console.log(JSON.stringify(pids));
    ${then}
  `;
  const args = ["--input-type=module", "-e", script];
  const launched = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], detached: true });
  onTestFinished(() => void launched.kill("SIGKILL"));

  const lines = createInterface({ input: launched.stdout })[Symbol.asyncIterator]();
  const said = async () => String((await lines.next()).value);
  const pids: number[] = JSON.parse(await said());
  return { launched, said, pids };
}

describe("what a launcher has started", () => {
  test("ends when the launcher is killed without warning", async () => {
    const { launched, pids } = await launcher();
    expect(pids.map(isAlive)).toEqual([true, true]);
    launched.kill("SIGKILL");
    expect(await Promise.all(pids.map((pid) => hasGone(pid, 5_000)))).toEqual([true, true]);
  });

  test("is stopped the youngest first, as it may still need the older", async () => {
    const { said } = await launcher("await stopChildren(); process.exit();");
    expect([await said(), await said()]).toEqual(["two", "one"]);
  });

  test("does not hear Ctrl-C, which is the launcher's to deal with", async () => {
    const { launched, said, pids } = await launcher();
    process.kill(-launched.pid!, "SIGINT"); // To the whole group, as a terminal does.
    expect(await said()).toBe("asked");
    expect(pids.map(isAlive)).toEqual([true, true]);
  });
});

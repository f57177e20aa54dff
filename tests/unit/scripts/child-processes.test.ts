import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { hasGone, isAlive } from "@/scripts/lib/processes.mjs";

/** A parent of two long-running processes that reports their ends and then runs `then`. */
async function parent(then = "") {
  const script = `
    import { startChild, stopChildren } from "${process.cwd()}/scripts/lib/child-processes.mjs";
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
  const parentProcess = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], detached: true });
  onTestFinished(() => void parentProcess.kill("SIGKILL"));

  const lines = createInterface({ input: parentProcess.stdout })[Symbol.asyncIterator]();
  const said = async () => String((await lines.next()).value);
  const pids: number[] = JSON.parse(await said());
  return { parentProcess, said, pids };
}

describe("child processes", () => {
  test("end when the parent is killed without warning", async () => {
    const { parentProcess, pids } = await parent();
    expect(pids.map(isAlive)).toEqual([true, true]);
    parentProcess.kill("SIGKILL");
    expect(await Promise.all(pids.map((pid) => hasGone(pid, 5_000)))).toEqual([true, true]);
  });

  test("are stopped youngest first, as they may still need the older ones", async () => {
    const { said } = await parent("await stopChildren(); process.exit();");
    expect([await said(), await said()]).toEqual(["two", "one"]);
  });

  test("do not receive Ctrl-C, which the parent handles", async () => {
    const { parentProcess, said, pids } = await parent();
    process.kill(-parentProcess.pid!, "SIGINT"); // To the whole group, as a terminal does.
    expect(await said()).toBe("asked");
    expect(pids.map(isAlive)).toEqual([true, true]);
  });
});

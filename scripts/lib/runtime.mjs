import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { Refusal } from "./refusal.mjs";
import { ROOT } from "./root.mjs";

const OLDEST = [20, 9];
const PINNED = "v24.";

/** This script itself runs on the machine's Node, which must only be young enough for it. */
export function checkMachineNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Refusal(`Node ${OLDEST.join(".")} or later is needed to start; this is ${process.version}.`);
}

/** Everything else runs on the Node that comes with the lockfile, which this puts first in PATH. */
export function putPinnedNodeFirst() {
  process.env.PATH = [join(ROOT, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const { stdout } = spawnSync("node", ["-v"], { encoding: "utf8" });
  if (stdout?.startsWith(PINNED)) return;
  throw new Refusal(
    `Node 24 is not there: the package that carries it for ${process.platform}-${process.arch} is not installed.\n` +
      'Run "npm install --no-save --include=optional". Where no such package exists, put a Node 24 first in PATH.',
  );
}

/**
 * Arguments for running one of our TypeScript files, where `server-only` modules may be imported.
 * @param {string} file
 */
export const typescript = (file) => ["--conditions=react-server", "--import", "tsx", join(ROOT, file)];

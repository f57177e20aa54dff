import { ensureInstalled } from "./install.mjs";
import { checkMachineNode, putPinnedNodeFirst } from "./runtime.mjs";

/** From a bare clone to the point where packages can be imported and Node 24 runs what we start. */
export async function prepare() {
  checkMachineNode();
  await ensureInstalled();
  putPinnedNodeFirst();
}

import "server-only";
import type { Server } from "node:http";
import { SettingsError } from "@/lib/env";

/** Where a process listens, and what sets that. */
type Place = { host: string; port: number; settings: string };

/** Resolves when connections are accepted. An address that cannot be had is a problem of the settings. */
export function listen(server: Server, { host, port, settings }: Place): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new SettingsError([`${settings}: nothing can listen at ${host}:${port} (${error.code})`])),
    );
    server.listen(port, host, () => resolve(server));
  });
}

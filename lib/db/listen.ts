import "server-only";
import { Client } from "pg";
import { env } from "@/lib/env";
import { type Environment, isEnvironment } from "@/lib/environment";
import { log } from "@/lib/log";
import { perProcess } from "@/lib/process/per-process";
import { ACTIVITY_CHANNEL } from "./announce";

type Listener = (environment: Environment | null) => void;

const AGAIN_MS = 2_000;

/**
 * Calls back when anything changes, in any instance. `null`: the connection was lost for a while, so changes may have
 * been missed. One connection per process.
 */
export function listen(listener: Listener): () => void {
  const listeners = perProcess("listeners", () => {
    const made = new Set<Listener>();
    void connect(made);
    return made;
  });
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function connect(listeners: Set<Listener>): Promise<void> {
  const client = new Client({
    connectionString: env().directDatabaseUrl ?? env().databaseUrl,
    application_name: "choba activity",
    keepAlive: true,
  });
  let ended = false;
  const again = (error?: Error) => {
    if (ended) return;
    ended = true;
    if (error) log.warn({ error }, "activity: not listening, trying again");
    client.end().catch(() => undefined); // It may be gone already, which is as good.
    setTimeout(() => void connect(listeners), AGAIN_MS).unref();
  };
  client.on("error", again);
  client.on("end", () => again());
  client.on("notification", ({ payload = "" }) => {
    if (isEnvironment(payload)) for (const listener of listeners) listener(payload);
  });
  try {
    await client.connect();
    await client.query(`listen ${ACTIVITY_CHANNEL}`);
    for (const listener of listeners) listener(null);
  } catch (error) {
    again(error instanceof Error ? error : new Error(String(error)));
  }
}

import { serveIngest } from "@/lib/callbacks/ingest";
import { notifyRemaining } from "@/lib/callbacks/notify";
import { urgentPool } from "@/lib/db/connection";
import { env, SettingsError } from "@/lib/env";
import { stopGracefully } from "@/lib/http/graceful-stop";
import { watchRequests } from "@/lib/http/watch-requests";
import { startTracing } from "@/lib/telemetry/trace-export";

/**
 * The process behind npm run ingest: prints where it listens as one line of JSON, then accepts callbacks until it is
 * stopped.
 */
try {
  const { ingest } = env();
  startTracing("ingest");
  watchRequests();
  const server = await serveIngest(ingest);
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : ingest.port;
  console.log(JSON.stringify({ ingest: `http://${ingest.host}:${port}` }));
  stopGracefully({ servers: () => [server], sayRest: () => notifyRemaining(urgentPool()) });
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exitCode = 1;
}

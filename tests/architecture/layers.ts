import type { SourceFiles } from "./source-files";

/** From the inside out: a file imports by value from its own layer and from those before it. */
export const LAYERS = ["domain", "gateway", "use case", "entry point", "screen"] as const;
export type Layer = (typeof LAYERS)[number];

/** What talks to one thing outside: the settings, the log, the database, the service, the mail server, other systems. */
const GATEWAYS =
  /^lib\/(env|log)\.ts$|^lib\/telemetry\/|^lib\/db\/|^lib\/payments-api\/(client|transport)\.ts$|^lib\/email\/smtp\.ts$|^lib\/outgoing\/client\.ts$|^lib\/http\/action-call\.ts$|^drizzle\//;

/** Where a request, a callback or a job enters. */
const ENTRY_POINTS =
  /^app\/(api|v1|mcp)\/|^(proxy|instrumentation)\.ts$|^lib\/(http|jobs|next-auth)\/|^lib\/[a-z-]+\/(actions|routes?)\.ts$|^lib\/callbacks\/(context|handle-callback|ingest)\.ts$|^lib\/i18n\/request\.ts$/;

/** Shared by layers above the use cases, and free of outside things. */
const DOMAIN_IN_HTTP = /^lib\/http\/(body-limit|client-ip|security-txt|upload)\.ts$/;

/** The browser's half of a domain: query keys and fetches. */
const SCREENS = /^(app|components)\/|^lib\/[a-z-]+\/cache\.ts$/;

const isServerOnly = (text: string | undefined) => /^import "server-only";$/m.test(text ?? "");

/** The layer follows from the folder; in `lib`, a file that says `server-only` is a use case, another is domain code. */
export function layerOf(path: string, files: SourceFiles): Layer {
  if (GATEWAYS.test(path)) return "gateway";
  if (DOMAIN_IN_HTTP.test(path)) return "domain";
  if (ENTRY_POINTS.test(path)) return "entry point";
  if (SCREENS.test(path)) return "screen";
  return isServerOnly(files.get(path)) ? "use case" : "domain";
}

/** The folder in `lib` or `components` that a file belongs to, or null. */
export const folderOf = (path: string) => /^(?:lib|components)\/([a-z-]+)\//.exec(path)?.[1] ?? null;

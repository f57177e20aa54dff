import "server-only";
import { z } from "zod";
import { ROLES } from "./auth/permissions";
import { misspeltSettings } from "./env/misspelt";
import { type PushKeys, pushKeysOf } from "./env/push-key";
import { withSecretFiles } from "./env/secret-files";
import { ENVIRONMENTS, type Environment } from "./environment";
import { isNetwork } from "./http/client-ip";
import { readCheckLayout } from "./payees/account-check/layout";
import { isPrivateAddress, productionProblems } from "./production";

/** The only reader of process.env. Reports all problems together, by the name of their variable. */
export class SettingsError extends Error {
  override name = "SettingsError";
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

const address = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const origin = address.refine(
  (url) => URL.canParse(url) && new URL(url).origin === url,
  "must be an origin without a path or a last slash",
);

const database = z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" });
const text = z.string().min(1);
const label = z.string().max(40, "must have at most 40 characters");
const authSecret = z.string().min(32, "must have at least 32 characters");
const contact = z.string().regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must be a mailto: or https: address");
const onOff = (usual: "on" | "off") => z.enum(["on", "off"]).default(usual);
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const count = (usual: number, max = 200) => whole(1, max).default(usual);
/** Several values with commas between. */
const list = z
  .string()
  .default("")
  .transform((values) => values.split(",").flatMap((value) => value.trim() || []));

// `npm run docs` writes the descriptions into docs/configuration.md; .env.example says more.
const connection = z.object({
  BASE_URL: address.transform((url) => url.replace(/\/+$/, "")).describe("The address of the Payments API."),
  API_KEY: text.describe("The merchant's key, which is sent with each request."),
  SECRET_KEY: text.describe("Signs requests and verifies callbacks."),
  SECRET_KEY_PREVIOUS: text
    .optional()
    .describe(
      "The other secret key of a rotation, the coming or the former one. Callbacks that it signed are believed.",
    ),
  KYC_GATEWAY: text
    .optional()
    .describe("The gateway that players are registered with. The service requires one today; to be optional later."),
  SHORT_FUSE: onOff("off").describe(
    "`on` signs create requests 240 s in the past, so that a lost one expires four minutes sooner.",
  ),
  PAYEE_COOLING_HOURS: z
    .string()
    .regex(/^\d{1,3}$/, "must be a number of hours")
    .transform(Number)
    .optional()
    .describe("Hours for which a new payee, account or holder takes two approvals. Default: production 24, sandbox 0."),
});

const sso = z.object({
  ISSUER: address
    .refine(isPrivateAddress, "must be an https address")
    .describe("The OpenID Connect issuer, by the address that it calls itself."),
  CLIENT_ID: text.describe("The client, registered with the redirect address `APP_URL/api/auth/callback/sso`."),
  CLIENT_SECRET: text.describe("The client's secret."),
  NAME: label.optional().describe("The name on the sign-in button. Without it, the issuer's host."),
  ALLOWED_DOMAINS: list
    .transform((domains) => domains.map((domain) => domain.toLowerCase()))
    .refine((domains) => domains.every((domain) => /^[^@\s]+$/.test(domain)), "must be domains with commas between")
    .describe("Accepts e-mail addresses of these domains only, separated by commas."),
});

const headsBucket = z.object({
  URL: address
    .refine(isPrivateAddress, "must be an https address")
    .refine((url) => URL.canParse(url) && isBareAddress(new URL(url)), "must have no user, password, query or fragment")
    .describe("`https://BUCKET.s3.REGION.amazonaws.com/PREFIX`, or `https://STORE/BUCKET/PREFIX` for other stores."),
  KEY_ID: text.describe("The access key, which needs `s3:PutObject` alone."),
  SECRET: text.describe("The secret of the access key."),
  REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, "must be a region such as ap-northeast-1")
    .describe("The region, such as `ap-northeast-1`."),
});
const isBareAddress = ({ username, password, search, hash }: URL) => username + password + search + hash === "";

/** The database itself keeps raw data that is younger. */
const RAW_DATA_DAYS_MIN = 31;
const retentionDays = z
  .string()
  .regex(/^\d{1,5}$/, "must be a number of days")
  .transform(Number)
  .refine((days) => days >= RAW_DATA_DAYS_MIN, `must be at least ${RAW_DATA_DAYS_MIN}`)
  .optional();

const general = z.object({
  DATABASE_URL: database.describe(
    "PostgreSQL 15 or later. In production its role owns nothing. `npm start` supplies one.",
  ),
  DIRECT_DATABASE_URL: database
    .optional()
    .describe(
      "The same database without a pooler between, for what listens. Needed where `DATABASE_URL` is a pooler's.",
    ),
  READ_DATABASE_URL: database
    .optional()
    .describe("A standby of the same database, for lists, search, exports and reports."),
  READ_LAG_SECONDS: whole(0, 3_600)
    .default(30)
    .describe("Reports are read from the standby while it is no more than this behind; they say so. Lists never lag."),
  LEDGER_DATABASE_URL: database
    .optional()
    .describe(
      "The merchant's own database, which a query under Settings reads as its ledger, by a role that reads only.",
    ),
  LEDGER_STATEMENT_SECONDS: count(60, 600).describe("How long one answer of that database may take, in seconds."),
  DATABASE_CONNECTIONS: count(12).describe("Connections of this process for pages, actions and jobs, at most."),
  URGENT_CONNECTIONS: count(6).describe("Connections of this process for callbacks and health checks, at most."),
  PREPARED_STATEMENTS: onOff("on").describe(
    "`off` for a pooler in transaction mode that does not follow them, such as PgBouncer before 1.21.",
  ),
  JOB_CONCURRENCY: count(10).describe("Jobs that this process does at the same time, at most."),
  BATCH_ROWS_PER_SECOND: count(10, 1_000).describe(
    "Rows of batches that are sent in a second, at most, by all instances together. The same for every instance.",
  ),
  APP_URL: origin.describe("The public origin of the console. `npm start` uses `http://127.0.0.1:PORT`."),
  AUTH_SECRET: authSecret.describe(
    "Signs sessions and orders, encrypts secrets. The same for every instance. `npm start` makes one.",
  ),
  AUTH_SECRET_PREVIOUS: authSecret
    .optional()
    .describe("The other secret of a rotation, the coming or the former one. It verifies and decrypts."),
  MERCHANT_NAME: label.optional().describe("The name of the merchant, shown above the navigation."),
  JOBS: onOff("on").describe(
    "`off`: this instance serves the web only; `npm run worker` or another instance does the jobs.",
  ),
  READ_ONLY: z
    .enum(["true", "false"])
    .default("false")
    .describe("`true`: shadow mode. Nothing is requested or sent; callbacks and status are followed and reconciled."),
  STATE_FILE: text
    .optional()
    .describe("A file in which this instance remembers its database, so that it notices a restored backup."),
  AUDIT_HEADS_FILE: text.optional().describe("A file that receives the heads of the audit chains each day."),
  RAW_DATA_DAYS: retentionDays.describe(
    `Days, at least ${RAW_DATA_DAYS_MIN}, after which headers and bodies are removed, and how an ended deposit was to be paid. Without it they are kept.`,
  ),
  LEDGER_DAYS: retentionDays.describe(
    `Days, at least ${RAW_DATA_DAYS_MIN}, after which uploaded ledgers of packed months are removed. Without it they are kept.`,
  ),
  WEBHOOK_DAYS: retentionDays.describe(
    `Days, at least ${RAW_DATA_DAYS_MIN}, after which events for webhooks and \`/v1/events\` are removed. Without it they are kept.`,
  ),
  REQUIRE_SECOND_FACTOR_ROLES: list
    .pipe(z.array(z.enum(ROLES, `must be roles with commas between: ${ROLES.join(", ")}`)))
    .describe("Roles, separated by commas, that can only set up a second factor until they have one."),
  SECOND_FACTOR_IN_PRODUCTION: z
    .enum(["required", "optional"])
    .default("required")
    .describe("`optional`: production starts although a role that moves money needs no second factor."),
  SECURITY_CONTACT: contact
    .optional()
    .describe("The contact in `/.well-known/security.txt`, which is absent without it."),
  TRACES_URL: address
    .optional()
    .describe(
      "Where traces are sent by OTLP over HTTP, such as `http://127.0.0.1:4318/v1/traces`. Without it, none are made.",
    ),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{32,}$/, "must have at least 32 characters, without spaces")
    .optional()
    .describe("The bearer token of `/api/metrics`, which is absent without it."),
  PASSWORD_SIGN_IN: onOff("on").describe("`off`: single sign-on replaces passwords. Needs `SSO_ISSUER`."),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" })
    .optional()
    .describe(
      "The mail server. Without it, an admin sees each link once and passes it on, and could open it as the person that it is for: two admins for a change of users protect only with e-mail, or with `PASSWORD_SIGN_IN=off`.",
    ),
  SMTP_FROM: z
    .string()
    .regex(
      /^[^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>$|^[^@\s<>]+@[^@\s<>]+$/,
      "must be an e-mail address, perhaps as Name <address>",
    )
    .optional()
    .describe("The sender of e-mail, such as `Choba <choba@example.com>`."),
  WEB_PUSH_KEY: z
    .string()
    .refine((key) => pushKeysOf(key) !== null, "must be a private key that `npm run push:key` made")
    .optional()
    .describe(
      "Signs notifications to installed devices (VAPID); `npm run push:key` makes one. Without it there are none.",
    ),
  WEB_PUSH_CONTACT: contact
    .optional()
    .describe("Where push services reach the operator, as a mailto: or https: address. Without it, `APP_URL`."),
  TRUSTED_PROXIES: list
    .refine(
      (networks) => networks.every(isNetwork),
      "must be addresses or networks such as 10.0.0.0/8, with commas between",
    )
    .describe("Addresses and networks of our own proxies, whose `X-Forwarded-For` is believed."),
  STOP_DELAY_SECONDS: whole(0, 10)
    .default(0)
    .describe(
      "How long new requests are still answered after SIGTERM, while `/api/ready` says 503, in seconds; at most 10.",
    ),
  ACCOUNT_CHECK_LAYOUT: z
    .string()
    .default("")
    .transform(readCheckLayout)
    .refine((layout) => layout !== null, "must be fields with their positions, such as type=21,result=113")
    .describe("Where the bank's 口座照会 file differs from a file of transfers, such as `result=91,holder=51-80`."),
  NODE_ENV: z.string().optional(),
  INGEST_HOST: z.string().default("127.0.0.1").describe("The address on which `npm run ingest` listens."),
  INGEST_PORT: whole(0, 65_535).default(3001).describe("Its port."),
  WORKER_HOST: z.string().default("127.0.0.1").describe("The address on which `npm run worker` answers monitors."),
  WORKER_PORT: whole(1, 65_535)
    .optional()
    .describe("Its port for `/api/live`, `/api/ready` and `/api/metrics`. Without it, it listens on none."),
});

/** Each group of settings under the beginning of its variables. */
export const SETTINGS = {
  "": general,
  PAYMENTS_SANDBOX_: connection,
  PAYMENTS_PRODUCTION_: connection,
  SSO_: sso,
  AUDIT_HEADS_S3_: headsBucket,
};

export type Connection = {
  baseUrl: string;
  apiKey: string;
  secretKey: string;
  /** Verifies callbacks, and signs nothing. */
  secretKeyPrevious?: string;
  kycGateway?: string;
  fuseSeconds: number;
  /** How long a new payee, or one with another account or holder, takes two approvals at any amount. */
  payeeCoolingHours: number;
};

/** What signs messages to push services, and where those reach us: a mailto: or https: address. */
export type WebPush = PushKeys & { contact: string };

type Source = Record<string, string | undefined>;

/** Reads and checks all settings. Throws a SettingsError that lists every problem. */
export function readEnv(given: Source) {
  const { settings: source, problems } = withSecretFiles(given);
  const set = withoutBlanks(source);
  const parsed = general.safeParse(set);
  const { data } = parsed;
  if (!parsed.success) problems.push(...described(parsed.error));

  /** The settings under a prefix; null where there are none. */
  const group = <S extends z.ZodType>(schema: S, prefix: string) => {
    const own = withoutBlanks(stripped(source, prefix));
    const read = Object.keys(own).length > 0 ? schema.safeParse(own) : null;
    if (read?.error) problems.push(...described(read.error, prefix));
    return read;
  };
  const connections: Partial<Record<Environment, Connection>> = {};
  for (const environment of ENVIRONMENTS) {
    const read = group(connection, `PAYMENTS_${environment.toUpperCase()}_`);
    if (read?.data) connections[environment] = connectionFrom(read.data, environment);
  }
  const readSso = group(sso, "SSO_");
  if (set.PASSWORD_SIGN_IN === "off" && readSso === null) {
    problems.push("PASSWORD_SIGN_IN: can be off only with SSO_ISSUER, or no user could sign in");
  }
  const readBucket = group(headsBucket, "AUDIT_HEADS_S3_");
  const present = Object.values(connections);
  if (present.length === 0 && problems.length === 0) {
    problems.push("PAYMENTS_SANDBOX_BASE_URL: no environment of the Payments API is configured");
  }
  if (new Set(present.map((one) => one.apiKey)).size < present.length) {
    problems.push("PAYMENTS_PRODUCTION_API_KEY: is the same as the sandbox's; each environment has its own");
  }
  if (set.SMTP_URL !== undefined && set.SMTP_FROM === undefined) problems.push("SMTP_FROM: is missing");
  if (set.SMTP_FROM !== undefined && set.SMTP_URL === undefined) problems.push("SMTP_URL: is missing");
  if (Object.keys(set).some((name) => name.startsWith("PAYMENTS_PRODUCTION_"))) {
    // Each as far as it can be read, so that one message names all.
    const { APP_URL, REQUIRE_SECOND_FACTOR_ROLES, SECOND_FACTOR_IN_PRODUCTION } = general.shape;
    const production = {
      appUrl: APP_URL.safeParse(set.APP_URL).data,
      baseUrl: connection.shape.BASE_URL.safeParse(set.PAYMENTS_PRODUCTION_BASE_URL).data,
      rolesWithSecondFactor: REQUIRE_SECOND_FACTOR_ROLES.safeParse(set.REQUIRE_SECOND_FACTOR_ROLES).data,
      secondFactor: SECOND_FACTOR_IN_PRODUCTION.safeParse(set.SECOND_FACTOR_IN_PRODUCTION).data,
    };
    problems.push(...productionProblems(production));
  }
  if (!data || problems.length > 0) throw new SettingsError(problems);

  const { SMTP_URL, SMTP_FROM } = data;
  return {
    databaseUrl: data.DATABASE_URL,
    /** Where a session stays the same; null: databaseUrl. */
    directDatabaseUrl: data.DIRECT_DATABASE_URL ?? null,
    readDatabase:
      data.READ_DATABASE_URL === undefined
        ? null
        : { url: data.READ_DATABASE_URL, lagMaxMs: data.READ_LAG_SECONDS * 1000 },
    ledgerDatabase:
      data.LEDGER_DATABASE_URL === undefined
        ? null
        : { url: data.LEDGER_DATABASE_URL, statementSeconds: data.LEDGER_STATEMENT_SECONDS },
    databaseConnections: { usual: data.DATABASE_CONNECTIONS, urgent: data.URGENT_CONNECTIONS },
    preparedStatements: data.PREPARED_STATEMENTS === "on",
    jobConcurrency: data.JOB_CONCURRENCY,
    batchRowsPerSecond: data.BATCH_ROWS_PER_SECOND,
    appUrl: data.APP_URL,
    authSecret: data.AUTH_SECRET,
    authSecretPrevious: data.AUTH_SECRET_PREVIOUS ?? null,
    jobs: data.JOBS === "on",
    readOnly: data.READ_ONLY === "true",
    /** Null: remembered in memory alone. */
    stateFile: data.STATE_FILE ?? null,
    /** Where the heads of the audit chains are exported to each day, beside the log. */
    auditHeads: {
      file: data.AUDIT_HEADS_FILE ?? null,
      s3: readBucket?.data ? headsBucketFrom(readBucket.data) : null,
    },
    rawDataDays: data.RAW_DATA_DAYS ?? null,
    ledgerDays: data.LEDGER_DAYS ?? null,
    webhookDays: data.WEBHOOK_DAYS ?? null,
    rolesWithSecondFactor: data.REQUIRE_SECOND_FACTOR_ROLES,
    secondFactorInProduction: data.SECOND_FACTOR_IN_PRODUCTION,
    singleSignOn: readSso?.data ? singleSignOnFrom(readSso.data) : null,
    merchantName: data.MERCHANT_NAME ?? null,
    securityContact: data.SECURITY_CONTACT ?? null,
    tracesUrl: data.TRACES_URL ?? null,
    metricsToken: data.METRICS_TOKEN ?? null,
    passwordSignIn: data.PASSWORD_SIGN_IN === "on",
    smtp: SMTP_URL !== undefined && SMTP_FROM !== undefined ? { url: SMTP_URL, from: SMTP_FROM } : null,
    webPush: webPushFrom(data),
    trustedProxies: data.TRUSTED_PROXIES,
    stopDelayMs: data.STOP_DELAY_SECONDS * 1000,
    development: data.NODE_ENV === "development",
    worker: { host: data.WORKER_HOST, port: data.WORKER_PORT ?? null },
    ingest: { host: data.INGEST_HOST, port: data.INGEST_PORT },
    accountCheckLayout: data.ACCOUNT_CHECK_LAYOUT,
    connections,
  };
}

export type Env = ReturnType<typeof readEnv>;
export type HeadTargets = Env["auditHeads"];

/** Read by Next and the scripts, not by the schema. A test compares them with the documentation. */
const OF_SCRIPTS = [
  ...["MIGRATION_DATABASE_URL", "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY", "HOST", "PORT", "EMBEDDED_PG_PORT"],
  ...["SANDBOX_PORT", "SANDBOX_OPERATOR_PORT", "SANDBOX_DATABASE_URL"],
];
const KNOWN = [
  ...Object.entries(SETTINGS).flatMap(([prefix, schema]) => Object.keys(schema.shape).map((name) => prefix + name)),
  ...OF_SCRIPTS,
];

/** A sentence for each variable of the environment that is probably a misspelt setting. */
export const settingsWarnings = (source: Source = process.env): string[] =>
  misspeltSettings(Object.keys(withoutBlanks(source)), KNOWN);

type PushSettings = Pick<z.output<typeof general>, "WEB_PUSH_KEY" | "WEB_PUSH_CONTACT" | "APP_URL">;

/** A console on http is tried out on its own machine, and has no address that a push service could reach. */
function webPushFrom({ WEB_PUSH_KEY, WEB_PUSH_CONTACT, APP_URL }: PushSettings): WebPush | null {
  const keys = WEB_PUSH_KEY === undefined ? null : pushKeysOf(WEB_PUSH_KEY);
  const usual = APP_URL.startsWith("https:") ? APP_URL : "mailto:choba@localhost";
  return keys && { ...keys, contact: WEB_PUSH_CONTACT ?? usual };
}

let held: Env | undefined;

/** Read on first use, not on import: a build has no settings and needs none. */
export function env(): Env {
  if (held) return held;
  held = readEnv(process.env);
  // next-auth takes its own address from here and nowhere else; without it, it would believe the Host header.
  process.env.NEXTAUTH_URL = held.appUrl;
  return held;
}

/** A timestamp 240 s old leaves a request one minute of the five in which it can be accepted. */
const SHORT_FUSE_SECONDS = 240;

const COOLING_HOURS: Record<Environment, number> = { sandbox: 0, production: 24 };

function connectionFrom(read: z.output<typeof connection>, environment: Environment): Connection {
  const { SECRET_KEY_PREVIOUS: secretKeyPrevious, KYC_GATEWAY: kycGateway } = read;
  return {
    baseUrl: read.BASE_URL,
    apiKey: read.API_KEY,
    secretKey: read.SECRET_KEY,
    fuseSeconds: read.SHORT_FUSE === "on" ? SHORT_FUSE_SECONDS : 0,
    payeeCoolingHours: read.PAYEE_COOLING_HOURS ?? COOLING_HOURS[environment],
    ...(secretKeyPrevious !== undefined && { secretKeyPrevious }),
    ...(kycGateway !== undefined && { kycGateway }),
  };
}

/** An OpenID Connect issuer that people may sign in with. */
export type SingleSignOn = ReturnType<typeof singleSignOnFrom>;

const singleSignOnFrom = ({ ISSUER, CLIENT_ID, CLIENT_SECRET, NAME, ALLOWED_DOMAINS }: z.output<typeof sso>) => ({
  issuer: ISSUER,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  name: NAME ?? new URL(ISSUER).hostname,
  /** Empty: any. */
  domains: ALLOWED_DOMAINS,
});

/** An S3-compatible bucket, perhaps with a prefix in its address. */
export type HeadsBucket = ReturnType<typeof headsBucketFrom>;

const headsBucketFrom = ({ URL, KEY_ID, SECRET, REGION }: z.output<typeof headsBucket>) => ({
  ...{ url: URL, keyId: KEY_ID, secret: SECRET, region: REGION },
});

const withoutBlanks = (source: Source): Source =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""));

const stripped = (source: Source, prefix: string): Source =>
  Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );

/** Names the variable and the rule, never the value: it may be a secret. */
const described = (error: z.ZodError, prefix = "") =>
  error.issues.map((issue) => `${prefix}${issue.path.join(".")}: ${missing(issue) ? "is missing" : issue.message}`);

const missing = (issue: z.core.$ZodIssue) => issue.code === "invalid_type" && issue.input === undefined;

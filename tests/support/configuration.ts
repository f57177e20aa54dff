import { z } from "zod";
import { SETTINGS } from "@/lib/env";

type Property = { description?: string; default?: unknown; enum?: string[] };

/** Every setting of the schema that has a description, under its full name. */
export const settings = Object.entries(SETTINGS).flatMap(([prefix, schema]) => {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input" });
  return Object.entries(properties as Record<string, Property>).map(([name, property]) => ({
    name: prefix + name,
    prefix,
    isRequired: required.includes(name),
    standard: String(property.default ?? ""),
    description: property.description,
  }));
});

function table(prefix: string): string {
  const rows = settings
    .filter((setting) => setting.prefix === prefix && setting.description !== undefined)
    .map(
      ({ name, isRequired, standard, description }) =>
        `| \`${name}\` | ${isRequired ? "required" : standard && `\`${standard}\``} | ${description} |`,
    );
  return ["| variable | default | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

/** docs/configuration.md, out of the schema. */
export function configurationDocument(): string {
  return `# Configuration

Written by \`npm run docs\` from the schema in \`lib/env.ts\`; a test fails when it is old. A wrong or missing
setting stops the start, with all problems in one message; a name that is probably misspelt gives a warning. An empty value
counts as none. The environment has precedence over \`.env\`. [.env.example](../.env.example) is a file to copy, with
longer explanations.

Each secret (database addresses, keys, tokens, secrets, \`SMTP_URL\`) may stand in a file, which the name with \`_FILE\`
behind it names: \`AUTH_SECRET_FILE=/run/secrets/auth\`. Only one of the two may be set.

Without \`PAYMENTS_…\`, \`DATABASE_URL\` and \`APP_URL\`, \`npm start\` makes everything up for a demo. Once one of them is
set, it makes up nothing: both, \`AUTH_SECRET\`, \`NEXT_SERVER_ACTIONS_ENCRYPTION_KEY\` and an environment of the Payments
API are needed.

## The console

${table("")}

## The Payments API

One environment or both; one without settings is not offered. Without any, \`npm start\` runs its own sandbox.

${table("PAYMENTS_SANDBOX_")}

\`PAYMENTS_PRODUCTION_…\` are the same for production. Production also needs https addresses, a database of its own, and a
second factor for the roles that move money.

## Single sign-on

All but the last two are required where one is set.

${table("SSO_")}

## Audit heads in a bucket

An S3-compatible bucket receives the heads of the audit chains each day. All are required where one is set.

${table("AUDIT_HEADS_S3_")}

## Read by the scripts

| variable | default | meaning |
| --- | --- | --- |
| \`MIGRATION_DATABASE_URL\` | \`DATABASE_URL\` | The owner of the database, for migrations alone. The running console never sees it. |
| \`NEXT_SERVER_ACTIONS_ENCRYPTION_KEY\` | made for the demo | 32 bytes in base64, the same for every instance: \`openssl rand -base64 32\`. A build needs none. |
| \`HOST\` | \`127.0.0.1\` | The address on which the console listens; \`0.0.0.0\` in an image. The demo ignores it. |
| \`PORT\` | \`3000\` | The port of the console. |
| \`EMBEDDED_PG_PORT\` | \`54329\` | The port of the embedded PostgreSQL. |
| \`SANDBOX_PORT\`, \`SANDBOX_OPERATOR_PORT\` | \`4010\`, \`4011\` | The built-in sandbox and its operator's side. |
| \`SANDBOX_DATABASE_URL\` | embedded | The database of the built-in sandbox, never the console's. |
`;
}

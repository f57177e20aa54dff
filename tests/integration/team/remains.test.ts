import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "@/drizzle/schema/users";
import { revokeApiKey, rotateApiKey } from "@/lib/api-keys/commands";
import type { Ctx } from "@/lib/auth/context";
import { addChannel, removeChannel } from "@/lib/notifications/commands";
import { getNotificationSettings } from "@/lib/notifications/queries";
import type { Result } from "@/lib/result";
import { disableUser } from "@/lib/team/commands";
import { getUser } from "@/lib/team/queries";
import { addEndpoint, removeEndpoint, rotateEndpointSecret } from "@/lib/webhooks/commands";
import { listEndpoints } from "@/lib/webhooks/queries";
import { newKey } from "../../support/api";
import { admin, context, openTwoAdmins, other } from "../../support/two-admins";

openTwoAdmins();

const inSandbox = (ctx: Ctx): Ctx => ({ ...ctx, environment: "sandbox" });
const DAY_MS = 24 * 3_600_000;

function done<Value>(result: Result<Value, { kind: string }>): Value {
  if (!result.ok) throw new Error(result.error.kind);
  return result.value;
}

const endpoint = async (by: Ctx, name: string) =>
  done(await addEndpoint(by, { name, url: "https://erp.example/hook", types: ["order.created"] })).endpointId;

test("a user's page lists what they know and added until it ends, and the pages of each mark who left", async () => {
  const [sandbox, theirs] = [inSandbox(admin), inSandbox(other)];
  const userId = other.actor.id;
  const remains = async () =>
    (await getUser(admin, { userId }))!.remains.map(({ environment, name, how, until }) => [
      environment,
      name,
      how,
      until,
    ]);
  expect(await remains()).toEqual([]);

  const { keyId: erp } = await newKey(other, { name: "ERP" });
  const { keyId: refunds } = await newKey(sandbox, { name: "Refunds" });
  done(await rotateApiKey(theirs, { keyId: refunds }));
  const ledger = await endpoint(other, "Ledger");
  const risk = await endpoint(sandbox, "Risk");
  done(await rotateEndpointSecret(theirs, { endpointId: risk }));
  const chat = { kind: "slack", name: "Payouts", locale: "en", url: "https://hooks.slack.com/services/1" } as const;
  const { channelId } = done(await addChannel(theirs, chat));
  const held = [
    ["sandbox", "Refunds", "key_secret", null],
    ["production", "ERP", "key_secret", null],
    ["sandbox", "Risk", "signing_secret", null],
    ["production", "Ledger", "signing_secret", null],
    ["sandbox", "Payouts", "channel_address", null],
  ];
  expect(await remains()).toEqual(held);
  const leftOf = async (ctx: Ctx) =>
    [...(await listEndpoints(ctx)), ...(await getNotificationSettings(ctx)).channels].map(({ name, left }) => [
      name,
      left,
    ]);
  expect(await leftOf(admin)).toEqual([["Ledger", []]]);

  done(await disableUser(admin, { userId }));
  expect(await remains()).toEqual(held);
  const gone = [{ name: other.actor.name, isDisabled: true, until: null }];
  expect(await leftOf(admin)).toEqual([["Ledger", gone]]);
  expect(await leftOf(sandbox)).toEqual([
    ["Risk", gone],
    ["Payouts", gone],
  ]);

  // Another role leaves as much behind.
  await context.db.update(users).set({ disabledAt: null, role: "viewer" }).where(eq(users.id, userId));
  expect(await remains()).toEqual(held);
  expect(await leftOf(admin)).toEqual([["Ledger", gone.map((one) => ({ ...one, isDisabled: false }))]]);

  done(await rotateApiKey(admin, { keyId: erp }));
  for (const [ctx, endpointId] of [
    [admin, ledger],
    [sandbox, risk],
  ] as const)
    done(await rotateEndpointSecret(ctx, { endpointId }));
  const until = new Date(context.clock.now.getTime() + DAY_MS).toISOString();
  expect(await remains()).toEqual([
    held[0],
    ["production", "ERP", "former_key_secret", until],
    ["sandbox", "Risk", "former_signing_secret", until],
    ["production", "Ledger", "former_signing_secret", until],
    held[4],
  ]);
  expect(await leftOf(admin)).toMatchObject([["Ledger", [{ until }]]]);
  context.clock.now = new Date(until);
  expect(await remains()).toEqual([held[0], ["production", "Ledger", "added_endpoint", null], held[4]]);
  expect(await leftOf(admin)).toEqual([["Ledger", []]]);

  done(await revokeApiKey(sandbox, { keyId: refunds }));
  done(await removeEndpoint(admin, { endpointId: ledger }));
  done(await removeChannel(sandbox, { channelId }));
  expect(await remains()).toEqual([]);
});

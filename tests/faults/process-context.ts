import { randomBytes } from "node:crypto";
import type { Actor } from "@/lib/auth/actor";
import type { Ctx } from "@/lib/auth/context";
import { createVault } from "@/lib/auth/crypto";
import { connect } from "@/lib/db/connection";
import { createInstanceState } from "@/lib/db/instance-state";
import { createOutgoing } from "@/lib/outgoing/client";
import type { PostOutside } from "@/lib/outgoing/request";
import { USUAL_LAYOUT } from "@/lib/payees/account-check/layout";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { TEST_SECRET } from "../support/test-secret";

type Process = {
  name: string;
  actor?: Actor | undefined;
  pool: Parameters<typeof connect>[0];
  service: { baseUrl: string; apiKey: string; secretKey: string };
  now: () => Date;
  monotonicMs: () => number;
  post?: PostOutside;
};

/** What the use cases of a process of these tests are given, on the database and the service of the test. */
export function processContext({ name, actor, pool, service, now, monotonicMs, post }: Process): Ctx {
  const random = (bytes: number) => randomBytes(bytes).toString("hex");
  return {
    actor: actor ?? { kind: "job", id: name, name },
    environment: "sandbox",
    db: connect(pool),
    api: createPaymentsApi({ ...service, now, nonce: () => random(16), timeoutMs: 1_500 }),
    monotonic: () => ({ process: name, ms: monotonicMs() }),
    ...{ now, random, appUrl: "http://console.test", secretKey: service.secretKey, mail: null, webPush: null },
    post: post ?? createOutgoing(),
    ...{ hasProduction: false, rolesWithSecondFactor: [], passwordSignIn: true },
    ...{ payeeCoolingHours: 0, accountCheckLayout: USUAL_LAYOUT, ledgerDatabase: null, readOnly: false },
    vault: createVault(TEST_SECRET),
    instance: createInstanceState(null),
  };
}

import "server-only";
import { validateHeaderValue } from "node:http";
import type { z } from "zod";
import { err, type Result } from "@/lib/result";
import { isOutdated, serviceTimeFrom } from "./clock";
import type { Call, Failure } from "./failure";
import { readReply } from "./reply";
import {
  balances,
  banks,
  created,
  createdDeposit,
  type DepositOrder,
  depositOrder,
  type KycRegistration,
  kycRegistered,
  kycRegistration,
  kycStatus,
  transaction,
  type WithdrawOrder,
  withdrawOrder,
} from "./shapes";
import { canonical, type Fields, sign } from "./sign";
import { post } from "./transport";

/** A request and its answer, stored as evidence. Never contains the key, the secret or a signature. */
export type Exchange = {
  path: string;
  requestBody: string;
  sentAt: Date;
  /** When the answer was read; null without one. */
  answeredAt: Date | null;
  status: number | null;
  headers: Record<string, string>;
  body: string | null;
  /** The service's own clock, from the `Date` header. */
  serviceTime: Date | null;
};

export type Answer<T> = { result: Result<T, Failure>; exchange: Exchange };

/** A create request in the exact bytes to be sent, so that they are stored first. */
export type Prepared = {
  path: "/withdraw" | "/deposit" | "/kyc-register";
  body: string;
  nonce: string;
  signedAt: Date;
};

type Deps = {
  /** Without a trailing slash. */
  baseUrl: string;
  apiKey: string;
  secretKey: string;
  /** The KYC channel assigned at onboarding, if any. */
  kycGateway?: string;
  /** Create requests are signed this far in the past, so that a lost one expires sooner; at most 240. */
  fuseSeconds?: number;
  now: () => Date;
  nonce: () => string;
  /** For a whole request, from name resolution to the last byte of the answer. */
  timeoutMs?: number;
};

/** The service is given so long. */
export const TIMEOUT_MS = 30_000;

export type PaymentsApi = ReturnType<typeof createPaymentsApi>;

/** The seven endpoints of one environment. Never retries; only `send…` can create an order. */
export function createPaymentsApi({
  baseUrl,
  apiKey,
  secretKey,
  kycGateway,
  fuseSeconds = 0,
  now,
  nonce,
  timeoutMs = TIMEOUT_MS,
}: Deps) {
  // An invalid header value would otherwise throw after an attempt was claimed.
  validateHeaderValue("x-api-key", apiKey);

  // TLS prevents replay, so a wrong `Date` only means a wrong clock.
  const mayBeReplayed = !baseUrl.startsWith("https:");

  function seal(fields: Fields, secondsAgo = 0) {
    const seconds = Math.floor(now().getTime() / 1000) - secondsAgo;
    const sealed = { timestamp: String(seconds), nonce: nonce() };
    return { body: canonical({ ...fields, ...sealed }), nonce: sealed.nonce, signedAt: new Date(seconds * 1000) };
  }

  type Sealed = { path: string; body: string; signedAt: Date };

  async function exchange<T>(
    call: Call,
    { path, body, signedAt }: Sealed,
    shape: z.ZodType<T, unknown>,
  ): Promise<Answer<T>> {
    const headers = { "content-type": "application/json", "x-api-key": apiKey, "x-signature": sign(body, secretKey) };
    const sentAt = now();
    const reply = await post({ url: baseUrl + path, headers, body, timeoutMs });
    const answer = reply.kind === "answer" ? reply : null;
    const serviceTime = serviceTimeFrom(answer?.headers.date);
    const isReplay = mayBeReplayed && isOutdated(serviceTime, signedAt);
    const outdated = { kind: "unknown", reason: "outdated_answer", ...(answer && { status: answer.status }) } as const;
    return {
      result: isReplay ? err(outdated) : readReply(call, reply, shape),
      exchange: {
        path,
        requestBody: body,
        sentAt,
        answeredAt: answer && now(),
        status: answer?.status ?? null,
        headers: answer?.headers ?? {},
        // PostgreSQL text cannot contain U+0000.
        body: answer?.body.replaceAll("\0", "\ufffd") ?? null,
        serviceTime,
      },
    };
  }

  const ask = <T>(path: string, fields: Fields, shape: z.ZodType<T, unknown>) =>
    exchange("query", { path, ...seal(fields) }, shape);

  return {
    /** Throws if the order must not be signed: validation has failed before. */
    prepareWithdraw: (order: WithdrawOrder): Prepared => ({
      path: "/withdraw",
      ...seal({ channel: "BANK_TRANSFER", ...withdrawOrder.parse(order) }, fuseSeconds),
    }),
    sendWithdraw: (prepared: Prepared) => exchange("create", prepared, created),

    /** Throws if the order must not be signed: validation has failed before. */
    prepareDeposit: (order: DepositOrder): Prepared => ({
      path: "/deposit",
      ...seal({ channel: "BANK_TRANSFER", ...depositOrder.parse(order) }, fuseSeconds),
    }),
    sendDeposit: (prepared: Prepared) => exchange("create", prepared, createdDeposit),

    /** By referenceId or transactionId. */
    transaction: (id: string) => ask("/transactions", { id }, transaction),
    balance: (currency?: string) => ask("/balance", { currency }, balances),
    banks: (currency?: string) => ask("/banks", { currency }, banks),

    /** Throws if the registration must not be signed: validation has failed before. */
    prepareKycRegister: (registration: KycRegistration): Prepared => ({
      path: "/kyc-register",
      ...seal({ gateway: kycGateway, ...kycRegistration.parse(registration) }),
    }),
    sendKycRegister: (prepared: Prepared) => exchange("create", prepared, kycRegistered),
    kycStatus: (playerId: string) => ask("/kyc/status", { gateway: kycGateway, playerId }, kycStatus),
  };
}

const refuse = async (): Promise<never> => {
  throw new Error("READ_ONLY: nothing is sent");
};

/** The same without what creates anything: it asks, and cannot send. */
export const withoutSending = (api: PaymentsApi): PaymentsApi => ({
  ...api,
  sendWithdraw: refuse,
  sendDeposit: refuse,
  sendKycRegister: refuse,
});

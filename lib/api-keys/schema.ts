import { z } from "zod";
import { API_SCOPES, type ApiScope } from "@/lib/auth/api-scopes";
import type { LeftHolder } from "@/lib/auth/left-holders";
import type { ProposalFacts } from "@/lib/auth/proposal";
import { line, problem, tokyoDayText } from "@/lib/fields";
import { isNetwork } from "@/lib/http/client-ip";
import type { DailyLimit } from "@/lib/limits/rules";
import { limitsInput } from "@/lib/limits/schema";

const NAME_MAX = 60;
const NETWORKS_MAX = 50;

/** Addresses and networks, in any width: separated by commas, 、, spaces or lines. Empty: it may be used from anywhere. */
const networks = z
  .string()
  .max(4_000, problem("networksTooMany"))
  .transform((text) => [
    ...new Set(
      text
        .normalize("NFKC")
        .split(/[\s,、]+/)
        .filter(Boolean),
    ),
  ])
  .refine((list) => list.length <= NETWORKS_MAX, problem("networksTooMany"))
  .refine((list) => list.every(isNetwork), problem("network"));

/** The last Tokyo day on which a key works; empty where it does not expire. */
const lastDay = z.union([z.literal(""), tokyoDayText]);

export const apiKeyInput = z
  .object({
    name: line(NAME_MAX),
    scopes: z.array(z.enum(API_SCOPES)).min(1, problem("required")).max(API_SCOPES.length),
    networks,
    lastDay,
    limits: limitsInput.shape.limits,
  })
  .refine(({ scopes, limits }) => limits.length > 0 || !scopes.includes("payouts:request"), {
    path: ["limits"],
    message: problem("oneOfThese"),
  });
export type ApiKeyInput = z.output<typeof apiKeyInput>;

export const oneApiKey = z.object({ keyId: z.uuid() });

export const unattendedInput = oneApiKey.extend({ limits: limitsInput.shape.limits });
export type UnattendedInput = z.output<typeof unattendedInput>;

export const API_KEY_STATES = ["active", "expired", "revoked"] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];

type Ends = { revokedAt: Date | null; expiresAt: Date | null };

export function stateOf({ revokedAt, expiresAt }: Ends, now: Date): ApiKeyState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}

/** A key without its secret. Times are ISO 8601, amounts decimal strings. */
export type ApiKeyView = {
  keyId: string;
  name: string;
  prefix: string;
  state: ApiKeyState;
  scopes: ApiScope[];
  networks: string[];
  /** What it may request in 24 hours; and how much of it is used. */
  limits: (DailyLimit & { used: string })[];
  /** In production: up to these sums no person is needed besides the approval rules. */
  unattended: DailyLimit[];
  proposal: (ProposalFacts & { limits: DailyLimit[] }) | null;
  /** The last Tokyo day on which it works. */
  lastDay: string | null;
  createdBy: string;
  createdAt: string;
  rotatedAt: string | null;
  /** When the last of its former secrets ends; null where none works. */
  formerUntil: string | null;
  revoked: { at: string; by: string } | null;
  lastUsed: { at: string; from: string | null } | null;
  /** While it is active: who was shown a secret that works, and may not manage keys any more. */
  left: LeftHolder[];
  /** What it requests is frozen: who is shown its secret has no say in resuming that. */
  frozen: boolean;
};

import type { Role } from "@/lib/auth/permissions";

export type Colleague = { email: string; name: string; role: Role };

/** Those who work beside the demo users in its history. They have no password, so none of them can sign in. */
export const COLLEAGUES: Colleague[] = [
  { email: "rin.nakagawa@demo.example", name: "Rin Nakagawa", role: "ops" },
  { email: "daichi.ueno@demo.example", name: "Daichi Ueno", role: "ops" },
  { email: "aoi.shimizu@demo.example", name: "Aoi Shimizu", role: "support" },
  { email: "ren.okada@demo.example", name: "Ren Okada", role: "support" },
  { email: "naoki.hayashi@demo.example", name: "Naoki Hayashi", role: "finance" },
  { email: "hiroshi.maeda@demo.example", name: "Hiroshi Maeda", role: "approver" },
  { email: "emi.fujita@demo.example", name: "Emi Fujita", role: "approver" },
];

/** Who does what, by e-mail: the demo's person of the role first. */
export const STAFF = {
  ops: ["ops@demo.example", "rin.nakagawa@demo.example", "daichi.ueno@demo.example"],
  support: ["support@demo.example", "aoi.shimizu@demo.example", "ren.okada@demo.example"],
  finance: ["finance@demo.example", "naoki.hayashi@demo.example"],
  approvers: ["approver@demo.example", "hiroshi.maeda@demo.example", "emi.fujita@demo.example"],
} as const satisfies Record<string, readonly [string, ...string[]]>;

import { canonical, sign } from "@/lib/payments-api/sign";

/** What the service would say when the order is paid. */
export const callbackFields = (
  { transactionId, referenceId }: { transactionId: string | null; referenceId: string },
  more: Record<string, unknown> = {},
) => ({
  transaction_id: transactionId,
  provider_order_id: "x-1",
  reference_id: referenceId,
  status: "COMPLETED",
  type: "WITHDRAW",
  amount: 12000,
  actual_amount: 12210,
  currency: "JPY",
  method: "BANK_TRANSFER",
  ...more,
});

/** As the service signs: over the fields that are not null, each as it is written. */
export function signatureOf(fields: Record<string, unknown>, secretKey: string) {
  const said = Object.entries(fields).filter(([, value]) => value !== null);
  return sign(canonical(Object.fromEntries(said.map(([name, value]) => [name, String(value)]))), secretKey);
}

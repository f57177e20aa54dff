import { useTranslations } from "next-intl";
import { orderPath } from "@/components/orders/order-link";
import { Alert } from "@/components/ui/alert";
import type { Environment } from "@/lib/environment";
import type { TransactionView } from "@/lib/transactions/schema";
import { isNotCreated, isUnknown } from "@/lib/transactions/submission/submission";
import { RegisterPlayer } from "./player-kyc-status";

/** The codes of a 502 that say what is to be done (merchant-payments-api.md, "Errors"). */
const KNOWN_CODES = ["KYC_NOT_REGISTERED", "GATEWAY_NOT_ENABLED", "KYC_NOT_SUPPORTED"] as const;

type Props = { environment: Environment; order: TransactionView; mayRegister: boolean };

/** The player of a deposit, to be registered, and the way back to the deposit; null where no player is known. */
export function playerOf(environment: Environment, { playerId, deposit, referenceId }: TransactionView) {
  if (playerId === null) return null;
  const name = (deposit?.payer.masked ? null : deposit?.payer.payerAccountName) ?? "";
  return { playerId, name, back: orderPath(environment, referenceId) };
}

/** The service gave a reason, in words or by a code, without saying for certain that nothing was created. */
export function TurnedDown({ environment, order, mayRegister }: Props) {
  const t = useTranslations("deposits.refusal");
  const { submission, answered, replacedBy, playerId } = order;
  if (replacedBy !== null || !(isUnknown(submission) || isNotCreated(submission))) return null;
  const failure = answered?.failure;
  const code = KNOWN_CODES.find((known) => failure?.kind === "unknown" && failure.code === known);
  if (failure?.kind !== "unknown" || code === undefined) return null;

  return (
    <Alert tone="watch" className="mt-3">
      {failure.message && <span className="block">{t("said", { message: failure.message })}</span>}
      <span className="block text-xs">
        {t("code")} <span className="font-mono">{code}</span> · HTTP {failure.status}
      </span>
      <span className="mt-1.5 block">
        {t(code)} {isUnknown(submission) && t("doubt")}
      </span>
      {code === "KYC_NOT_REGISTERED" && playerId && (
        <span className="mt-2 block">
          <RegisterPlayer environment={environment} register={mayRegister ? playerOf(environment, order) : null} />
        </span>
      )}
    </Alert>
  );
}

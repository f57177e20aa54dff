import { useTranslations } from "next-intl";
import { failureText } from "@/components/messages/failure-text";
import { Alert } from "@/components/ui/alert";
import type { PlayerCheck } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import { RegisterLink, type Registration } from "./register-link";
import { turnsDown, type useDepositChecks } from "./use-deposit-checks";

type Props = {
  environment: Environment;
  checks: ReturnType<typeof useDepositChecks>;
  /** Null where the reader's role does not register players. */
  register: Registration | null;
};

/** Whether the service takes deposits of this player, and the way to make it so. */
export function PlayerKycStatus({ environment, checks: { data, isPending }, register }: Props) {
  const t = useTranslations("deposits.player");
  const words = usePlayerWords();
  if (isPending) {
    return (
      <p role="status" className="text-[13px] text-muted-foreground">
        {t("checking")}
      </p>
    );
  }
  if (!data) return <Alert tone="watch">{t("unavailable")}</Alert>;

  const { player } = data;
  if (player.kind === "not_needed") return null;
  const isTurnedDown = turnsDown(player);
  return (
    <div role="status">
      <Alert tone={player.kind === "registered" ? "neutral" : "watch"}>
        {words(player)} {isTurnedDown && t("anyway")}
        {isTurnedDown && player.kind !== "pending" && (
          <span className="mt-2 block">
            {register ? <RegisterLink environment={environment} {...register} /> : t("mayNotRegister")}
          </span>
        )}
      </Alert>
    </div>
  );
}

function usePlayerWords() {
  const t = useTranslations("deposits.player");
  const failures = useTranslations("failures");
  return (player: Exclude<PlayerCheck, { kind: "not_needed" }>) => {
    switch (player.kind) {
      case "unfamiliar":
        return t("unfamiliar", { status: player.status });
      case "no_answer":
        return t("no_answer", { reason: failureText(failures, player.failure) });
      case "registered":
      case "never_registered":
      case "pending":
      case "failed":
      case "expired":
        return t(player.kind);
    }
  };
}

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { failureText } from "@/components/messages/failure-text";
import { Alert } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button";
import { depositCache } from "@/lib/deposits/cache";
import type { CheckedTerms, DepositInput, PlayerCheck } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";

/** What is known of the player before a deposit is created for them. */
export const useDepositChecks = (environment: Environment, terms: CheckedTerms, enabled = true) =>
  useQuery({ ...depositCache.checks(environment, terms), enabled });

/** The same for the review, with what came of its form. Until that is known, and after a failure, what the form knew. */
export function useReviewChecks(environment: Environment, form: DepositInput) {
  const { currency, playerId } = form;
  const { data: known } = useDepositChecks(environment, { currency, playerId }, false);
  const { data, isPending } = useQuery({
    ...depositCache.checks(environment, { currency, playerId, form }),
    // Gone where the query fails.
    placeholderData: () => known,
  });
  return { data: data ?? known, isPending };
}

/** The service would turn the deposit down, as far as it said. */
export function turnsDown({ kind }: PlayerCheck): boolean {
  switch (kind) {
    case "never_registered":
    case "pending":
    case "failed":
    case "expired":
      return true;
    case "registered":
    case "not_needed":
    case "unfamiliar":
    case "no_answer":
      return false;
  }
}

type Registration = {
  playerId: string;
  name: string;
  /** Where to come back to afterwards: a path of this console. */
  back: string;
};

type Props = {
  environment: Environment;
  checks: Pick<ReturnType<typeof useDepositChecks>, "data" | "isPending">;
  /** Null where the reader's role does not register players. */
  register: Registration | null;
};

/** Whether the service takes deposits of this player, and the way to make it so. */
export function PlayerKycStatus({ environment, checks: { data, isPending }, register }: Props) {
  const t = useTranslations("deposits.player");
  const words = usePlayerWords();
  if (isPending) {
    return (
      <p role="status" className="text-sm text-muted-foreground">
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
            <RegisterPlayer {...{ environment, register }} />
          </span>
        )}
      </Alert>
    </div>
  );
}

export function usePlayerWords() {
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

/** The way to the player's registration, with what is known of them, and back again. */
export function RegisterPlayer({ environment, register }: Pick<Props, "environment" | "register">) {
  const t = useTranslations("deposits.player");
  if (register === null) return t("mayNotRegister");
  const { playerId, name, back } = register;
  const known = new URLSearchParams({ playerId, ...(name && { name }), back });
  return (
    <Link href={`/${environment}/players/new?${known}`} className={buttonVariants({ variant: "primary" })}>
      {t("register")}
    </Link>
  );
}

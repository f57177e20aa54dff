import Link from "next/link";
import { useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";

export type Registration = {
  playerId: string;
  name: string;
  /** Where to come back to afterwards: a path of this console. */
  back: string;
};

/** The way to the player's registration, with what is known of them, and back again. */
export function RegisterLink({ environment, playerId, name, back }: Registration & { environment: Environment }) {
  const t = useTranslations("deposits.player");
  const known = new URLSearchParams({ playerId, ...(name && { name }), back });
  return (
    <Link href={`/${environment}/players/new?${known}`} className={buttonVariants({ variant: "primary" })}>
      {t("register")}
    </Link>
  );
}

"use client";

import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Sheet } from "@/components/ui/sheet";
import { may, type Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";

const LINK = "flex min-h-11 items-center gap-3 text-base";

/** The orders that this role may make. */
export function NewSheet({
  environment,
  role,
  onClose,
}: {
  environment: Environment;
  role: Role;
  onClose: () => void;
}) {
  const t = useTranslations();
  return (
    <Sheet title={t("shell.new")} close={t("shell.close")} onClose={onClose}>
      <ul>
        {may(role, "withdrawals:create") && (
          <li>
            <Link href={`/${environment}/withdrawals/new`} onNavigate={onClose} className={LINK}>
              <ArrowUpRight aria-hidden className="size-5 text-muted-foreground" />
              {t("palette.withdraw")}
            </Link>
          </li>
        )}
        {may(role, "deposits:create") && (
          <li>
            <Link href={`/${environment}/deposits/new`} onNavigate={onClose} className={LINK}>
              <ArrowDownLeft aria-hidden className="size-5 text-muted-foreground" />
              {t("palette.deposit")}
            </Link>
          </li>
        )}
      </ul>
    </Sheet>
  );
}

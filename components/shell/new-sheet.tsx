"use client";

import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Sheet } from "@/components/ui/sheet";
import { may, type Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";

const FORMS = [
  { path: "withdrawals/new", needs: "withdrawals:create", text: "withdraw", icon: ArrowUpRight },
  { path: "deposits/new", needs: "deposits:create", text: "deposit", icon: ArrowDownLeft },
] as const;

type Props = { environment: Environment; role: Role; onClose: () => void };

/** The orders that this role may make. */
export function NewSheet({ environment, role, onClose }: Props) {
  const t = useTranslations();
  return (
    <Sheet title={t("shell.new")} close={t("shell.close")} onClose={onClose}>
      <ul>
        {FORMS.filter(({ needs }) => may(role, needs)).map(({ path, text, icon: Icon }) => (
          <li key={path}>
            <Link
              href={`/${environment}/${path}`}
              onNavigate={onClose}
              className="flex min-h-11 items-center gap-3 text-base"
            >
              <Icon aria-hidden className="size-5 text-muted-foreground" />
              {t(`palette.${text}`)}
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

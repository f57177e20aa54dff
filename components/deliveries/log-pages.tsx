import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button";

type Props = {
  /** The page that shows the log; the log's place is its parameter `before`. */
  path: Route;
  /** Where the next page begins; null at the end. */
  older: string | null;
  isFirst: boolean;
};

/** The other pages of a log of what was sent out. */
export function LogPages({ path, older, isFirst }: Props) {
  const t = useTranslations("list");
  if (isFirst && older === null) return null;
  return (
    <nav aria-label={t("pages")} className="flex justify-end gap-1.5 border-t border-border bg-muted px-4 py-1.5">
      {!isFirst && (
        <Link href={path} scroll={false} className={STEP}>
          {t("newest")}
        </Link>
      )}
      {older !== null && (
        <Link href={`${path}?before=${older}` as Route} prefetch={false} scroll={false} className={STEP}>
          {t("older")}
        </Link>
      )}
    </nav>
  );
}

const STEP = buttonVariants({ size: "small", className: "pointer-coarse:min-h-10" });

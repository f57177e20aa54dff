import Link from "next/link";
import { useTranslations } from "next-intl";
import { Alert, AlertTitle } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import type { Environment } from "@/lib/environment";
import type { BrokenLinesView } from "@/lib/reconciliation/schema";
import { LineProblems } from "./line-problems";

type Props = { environment: Environment; runId: string; count: number; view: BrokenLinesView };

/** Lines that were left out: where, which column, what stands there and why it cannot be read. */
export function BrokenLines({ environment, runId, count, view }: Props) {
  const t = useTranslations("reconciliation");
  if (count === 0) return null;
  return (
    <Alert tone="watch" className="mb-4">
      <AlertTitle>{t("run.broken", { count })}</AlertTitle>
      <p>{t("run.brokenLead")}</p>
      <Disclosure summary={t("run.brokenList")}>
        <ul className="mt-2 grid gap-1.5 text-sm">
          {view.lines.map(({ key, file, line, problems }) => (
            <li key={key} className="grid gap-0.5 border-t border-border pt-1.5">
              <span className="text-xs text-subtle-foreground">{t("run.line", { file, line })}</span>
              <LineProblems problems={problems} />
            </li>
          ))}
        </ul>
        {view.next !== null && (
          <Link
            href={`/${environment}/reconciliation/${runId}?lines=${view.next}`}
            className={buttonVariants({ size: "small", className: "mt-2" })}
          >
            {t("run.more")}
          </Link>
        )}
      </Disclosure>
    </Alert>
  );
}

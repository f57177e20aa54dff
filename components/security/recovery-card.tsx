"use client";

import { useTranslations } from "next-intl";
import { useCommand } from "@/components/commands/use-command";
import { CopyButton } from "@/components/display/copyable";
import { Alert } from "@/components/ui/alert";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { renewRecoveryCodesAction } from "@/lib/security/actions";
import { SecuredProblem } from "./secured-problem";

type Props = {
  environment: Environment;
  left: number;
  hasFactor: boolean;
  /** The codes, as long as this page shows them. */
  codes: string[] | null;
  onCodes: (codes: string[] | null) => void;
};

export function RecoveryCard({ environment, left, hasFactor, codes, onCodes }: Props) {
  const t = useTranslations("security.recovery");
  const renew = useCommand((_: null) => renewRecoveryCodesAction(environment, {}), {
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        {hasFactor && <span className="ml-auto text-sm text-muted-foreground">{t("left", { count: left })}</span>}
      </CardHeader>
      <div className="grid justify-items-start gap-3 p-4">
        <p className="text-muted-foreground">{hasFactor ? t("lead") : t("needFactor")}</p>
        {codes && <Shown codes={codes} isFirst={codes !== renew.value?.recoveryCodes} onKept={() => onCodes(null)} />}
        {hasFactor && !codes && (
          <Button size="field" disabled={renew.isPending} onClick={() => renew.send(null)}>
            {t("renew")}
          </Button>
        )}
        <SecuredProblem change={renew} />
      </div>
    </Card>
  );
}

function Shown({ codes, isFirst, onKept }: { codes: string[]; isFirst: boolean; onKept: () => void }) {
  const t = useTranslations("security.recovery");
  const text = `${codes.join("\n")}\n`;
  return (
    <>
      <Alert tone="watch" role="status">
        {t("once", { isFirst: String(isFirst) })}
      </Alert>
      <ol aria-label={t("title")} className="grid gap-x-6 gap-y-1 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={text} what={t("title")} />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="choba-recovery-codes.txt"
          className={buttonVariants({ size: "field" })}
        >
          {t("download")}
        </a>
        <Button variant="primary" size="field" onClick={onKept}>
          {t("kept")}
        </Button>
      </div>
    </>
  );
}

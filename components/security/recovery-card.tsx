"use client";

import { useTranslations } from "next-intl";
import { ConfirmedButton } from "@/components/commands/confirmed-button";
import { useCommand } from "@/components/commands/use-command";
import { CopyButton } from "@/components/display/copyable";
import { Alert } from "@/components/ui/alert";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { useFocusAfter } from "@/components/use-focus-after";
import type { Environment } from "@/lib/environment";
import { keepRecoveryCodesAction, renewRecoveryCodesAction } from "@/lib/security/actions";
import type { RecoveryCodes, SecurityView } from "@/lib/security/schema";
import { SecuredProblem } from "./secured-problem";

type Props = {
  environment: Environment;
  inForce: SecurityView["recoveryCodes"];
  hasFactor: boolean;
  /** The codes, as long as this page shows them. */
  codes: RecoveryCodes | null;
  onCodes: (codes: RecoveryCodes | null) => void;
};

export function RecoveryCard({ environment, inForce, hasFactor, codes, onCodes }: Props) {
  const t = useTranslations("security.recovery");
  const renew = useCommand((_: null) => renewRecoveryCodesAction(environment, {}), {
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  const keep = useCommand((madeAt: string) => keepRecoveryCodesAction(environment, { madeAt }), {
    onDone: () => onCodes(null),
  });
  const title = useFocusAfter<HTMLHeadingElement>(codes ? "shown" : "hidden");
  // The page is read again somewhat later.
  const isKept = inForce.isKept || (keep.isDone && keep.input === inForce.madeAt);
  const isUnkept = hasFactor && !codes && inForce.left > 0 && !isKept;
  return (
    <Card>
      <CardHeader>
        <CardTitle ref={title} tabIndex={-1}>
          {t("title")}
        </CardTitle>
        {hasFactor && (
          <span className="ml-auto text-sm text-muted-foreground">
            {t("left", { count: inForce.left })}
            {isUnkept && t("unkept")}
          </span>
        )}
      </CardHeader>
      <div className="grid justify-items-start gap-3 p-4">
        <p className="text-muted-foreground">{hasFactor ? t("lead") : t("needFactor")}</p>
        {isUnkept && <Alert tone="watch">{t("notKept")}</Alert>}
        {codes && (
          <Shown
            codes={codes.codes}
            isFirst={codes !== renew.value?.recoveryCodes}
            isBusy={keep.isPending}
            onKept={() => keep.send(codes.madeAt)}
          />
        )}
        {hasFactor && !codes && (
          <div className="flex flex-wrap gap-2">
            <ConfirmedButton
              size="field"
              usual={{ text: t("renew"), label: t("renew") }}
              sure={{ text: t("renewNow"), label: t("renewSure") }}
              keep={t("keep")}
              means={t("renewMeans", { count: inForce.left })}
              isBusy={renew.isPending}
              onSure={() => renew.send(null)}
            />
          </div>
        )}
        <SecuredProblem change={renew} />
        <SecuredProblem change={keep} unreachable={t("keptUnreachable")} />
      </div>
    </Card>
  );
}

type ShownProps = { codes: string[]; isFirst: boolean; isBusy: boolean; onKept: () => void };

function Shown({ codes, isFirst, isBusy, onKept }: ShownProps) {
  const t = useTranslations("security.recovery");
  const text = `${codes.join("\n")}\n`;
  return (
    <>
      <Alert tone="watch" role="status">
        {t("once", { isFirst: String(isFirst) })}
      </Alert>
      <ol aria-label={t("title")} className="flex flex-wrap gap-x-6 gap-y-1 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
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
        <Button variant="primary" size="field" disabled={isBusy} onClick={onKept}>
          {t("kept")}
        </Button>
      </div>
    </>
  );
}

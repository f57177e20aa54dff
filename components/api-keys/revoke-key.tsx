"use client";

import { useTranslations } from "next-intl";
import { Fragment, useId } from "react";
import { useSecondPress } from "@/components/commands/use-second-press";
import { Button } from "@/components/ui/button";

type Props = { name: string; revoke: { isLeaving: boolean; send: (input: undefined) => void } };

/** Ends a key with a second press: there is no way back. */
export function RevokeKey({ name, revoke }: Props) {
  const t = useTranslations("apiKeys");
  const id = useId();
  const { isAsked, isKept, ask, keep } = useSecondPress();
  const destructive = { size: "small", variant: "destructive" } as const;
  // Of their own keys: a button that became another one would keep the focus.
  return isAsked ? (
    <Fragment key="asked">
      <Button size="small" autoFocus aria-describedby={id} onClick={keep}>
        {t("keep")}
      </Button>
      <Button
        {...destructive}
        disabled={revoke.isLeaving}
        aria-label={t("revokeSure", { name })}
        onClick={() => revoke.send(undefined)}
      >
        {t(revoke.isLeaving ? "revoking" : "revokeKey")}
      </Button>
      <p id={id} className="basis-full text-xs text-muted-foreground">
        {t("revokeMeans")}
      </p>
    </Fragment>
  ) : (
    <Button key="usual" {...destructive} autoFocus={isKept} aria-label={t("revokeWhich", { name })} onClick={ask}>
      {t("revoke")}
    </Button>
  );
}

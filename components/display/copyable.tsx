"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useState } from "react";
import { showToast } from "@/components/toasts/toast-queue";
import { Button } from "@/components/ui/button";

type Props = {
  text: string;
  /** What it is, for those who hear the button and do not see what it stands beside. */
  what: string;
};

type CopyProps = Pick<Props, "text"> &
  ({ what: string; children?: never } | ({ what?: never; children: ReactNode } & Look));

/** Of a button that says what it does. */
type Look = Pick<ComponentProps<typeof Button>, "variant" | "lang">;

/** An id or a code that people carry elsewhere; drawn as it is copied unless something else is given to draw. */
export function Copyable({ text, what, children }: Props & { children?: ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      {children ?? <span className="font-mono text-xs break-all">{text}</span>}
      <CopyButton text={text} what={what} />
    </span>
  );
}

/** A small sign beside what it copies, or a button that says what it does. */
export function CopyButton({ text, what, children, ...look }: CopyProps) {
  const t = useTranslations("common");
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const Icon = state === "copied" ? Check : Copy;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setState("copied");
        // A button with words says it by a tick beside them; a sign alone is easily missed.
        if (what !== undefined) showToast({ text: t("copiedWhat", { what }) });
      },
      () => setState("failed"),
    );
  return (
    <>
      {what === undefined ? (
        <Button {...look} onClick={copy}>
          <Icon aria-hidden />
          {children}
        </Button>
      ) : (
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("copyWhat", { what })}
          title={t("copy")}
          onClick={copy}
          className="print:hidden"
        >
          <Icon aria-hidden className="size-3.5" />
        </Button>
      )}
      <span role="status" className={state === "failed" ? "text-xs text-destructive" : "sr-only"}>
        {state === "copied" && what === undefined && t("copied")}
        {state === "failed" && t("copyFailed")}
      </span>
    </>
  );
}

"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";

type Props = {
  text: string;
  /** What it is, for those who hear the button and do not see what it stands beside. */
  what: string;
};

type CopyProps = Pick<Props, "text"> & ({ what: string; children?: never } | { what?: never; children: ReactNode });

/** An id or a code that people carry elsewhere; drawn as it is copied unless something else is given to draw. */
export function Copyable({ text, what, children }: Props & { children?: ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      {children ?? <span className="font-mono text-[12.5px] break-all">{text}</span>}
      <CopyButton text={text} what={what} />
    </span>
  );
}

/** A small sign beside what it copies, or a button that says what it does. */
export function CopyButton({ text, what, children }: CopyProps) {
  const t = useTranslations("common");
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  return (
    <>
      {what === undefined ? (
        <Button size="small" className="font-normal" onClick={copy}>
          {state === "copied" && <Check aria-hidden className="size-3.5" />}
          {children}
        </Button>
      ) : (
        <Button variant="quiet" size="icon" aria-label={t("copyWhat", { what })} title={t("copy")} onClick={copy}>
          {state === "copied" ? <Check aria-hidden className="size-3.5" /> : <Copy aria-hidden className="size-3.5" />}
        </Button>
      )}
      <span role="status" className={state === "failed" ? "text-xs text-destructive" : "sr-only"}>
        {state === "copied" && t("copied")}
        {state === "failed" && t("copyFailed")}
      </span>
    </>
  );
}

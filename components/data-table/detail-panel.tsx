"use client";

import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { PanelSteps } from "./docked";

type Props = { label: string; head: ReactNode; steps: PanelSteps; foot?: ReactNode; children: ReactNode };

/**
 * A row's details beside its list. Where there is room the page gives way to it; on a narrow screen it lies over the page,
 * and the list stays as it was.
 */
export function DetailPanel({ label, head, steps: { previous, next, close }, foot, children }: Props) {
  const t = useTranslations("list.panel");
  return (
    <aside
      data-docked
      aria-label={label}
      className="fixed right-0 bottom-0 z-10 flex w-110 max-w-full flex-col border-l border-border-strong bg-popover max-xl:shadow-pop max-md:top-0 max-md:z-20 md:top-header print:hidden"
    >
      <div className="flex min-h-12 items-center gap-1 border-b border-border pr-2.5 pl-4.5">
        {head}
        <span className="ml-auto flex shrink-0 gap-1">
          <Step name={t("previous")} keyName="K" onPress={previous}>
            <ChevronLeft aria-hidden />
          </Step>
          <Step name={t("next")} keyName="J" onPress={next}>
            <ChevronRight aria-hidden />
          </Step>
          <Step name={t("close")} keyName="Esc" onPress={close}>
            <X aria-hidden />
          </Step>
        </span>
      </div>
      <div className="flex-1 overflow-y-auto px-4.5 py-4">{children}</div>
      {foot && (
        <div className="flex flex-wrap items-center gap-2 border-t border-border bg-muted px-4.5 py-2.5">{foot}</div>
      )}
    </aside>
  );
}

type StepProps = { name: string; keyName: string; onPress: (() => void) | null; children: ReactNode };

function Step({ name, keyName, onPress, children }: StepProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={name}
      title={`${name} (${keyName})`}
      disabled={onPress === null}
      onClick={() => onPress?.()}
      className="pointer-coarse:size-11"
    >
      {children}
    </Button>
  );
}

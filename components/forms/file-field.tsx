"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldDescription, FieldLabel } from "@/components/ui/field";
import { cn } from "@/lib/cn";

type Props = {
  id: string;
  label: string;
  hint: ReactNode;
  accept: string;
  disabled?: boolean;
  onChoose: (file: File) => void;
};

/** A file is chosen or dropped. The browser's own field speaks the browser's language, not the reader's. */
export function FileField({ id, label, hint, accept, disabled = false, onChoose }: Props) {
  const t = useTranslations("common.file");
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (!file || disabled) return;
    setName(file.name);
    onChoose(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <Field className="max-w-140">
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-dashed border-border-strong p-3",
          isOver && "border-primary bg-primary-soft",
        )}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept}
          className="sr-only"
          tabIndex={-1}
          disabled={disabled}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            take(target.files);
            // The same file can be chosen again after it was corrected.
            target.value = "";
          }}
        />
        <Button focusableWhenDisabled disabled={disabled} onClick={() => input.current?.click()}>
          <FileUp aria-hidden />
          {t("choose")}
        </Button>
        <span className={cn("min-w-0 text-sm break-all", name === null && "text-subtle-foreground")}>
          {name ?? t("none")}
        </span>
      </div>
      <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>
    </Field>
  );
}

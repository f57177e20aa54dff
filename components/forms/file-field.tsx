"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldDescription, FieldLabel } from "@/components/ui/field";
import { cn } from "@/lib/cn";
import { DropZone } from "./drop-zone";

type Props = {
  id: string;
  label: string;
  hint: ReactNode;
  accept: string;
  disabled?: boolean;
  onChoose: (file: File) => void;
};

/** A file of a form, chosen or dropped, with its name. */
export function FileField({ id, label, hint, accept, disabled = false, onChoose }: Props) {
  const t = useTranslations("common.file");
  const [name, setName] = useState<string | null>(null);
  return (
    <Field className="max-w-140">
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <DropZone
        field={{ id, accept, "aria-describedby": `${id}-hint` }}
        disabled={disabled}
        className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3"
        onFiles={([file]) => {
          if (!file) return;
          setName(file.name);
          onChoose(file);
        }}
      >
        {(button) => (
          <>
            <Button {...button}>
              <FileUp aria-hidden />
              {t("choose")}
            </Button>
            <span className={cn("min-w-0 text-sm break-all", name === null && "text-subtle-foreground")}>
              {name ?? t("none")}
            </span>
          </>
        )}
      </DropZone>
      <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>
    </Field>
  );
}

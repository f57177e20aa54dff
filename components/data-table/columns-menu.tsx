"use client";

import { Columns3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { keepPreference } from "@/components/preferences/preference";
import { buttonVariants } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { columnsCookie, writeColumns } from "./chosen-columns";

type Props = {
  list: string;
  columns: { id: string; name: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** Which columns the list has; this browser remembers the choice. */
export function ColumnsMenu({ list, columns, chosen, onChange }: Props) {
  const t = useTranslations("list");
  const [open, setOpen] = useState(false);
  const flip = (id: string) => {
    const next = columns
      .map((one) => one.id)
      .filter((one) => (one === id ? !chosen.includes(one) : chosen.includes(one)));
    onChange(next);
    keepPreference(columnsCookie(list), writeColumns(next));
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger className={buttonVariants({ size: "small", className: "min-h-7 max-lg:hidden" })}>
        <Columns3 aria-hidden className="size-3.5" />
        {t("columns")}
      </PopoverTrigger>
      <PopoverContent aria-label={t("columns")}>
        <fieldset className="grid">
          <legend className="sr-only">{t("columns")}</legend>
          {columns.map(({ id, name }) => (
            <label key={id} className="flex min-h-7 items-center gap-2">
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => flip(id)} />
              {name}
            </label>
          ))}
        </fieldset>
      </PopoverContent>
    </Popover>
  );
}

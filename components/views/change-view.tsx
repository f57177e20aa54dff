"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandForm } from "@/components/forms/command-form";
import { Button, buttonVariants } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { Environment } from "@/lib/environment";
import { changeViewAction, removeViewAction } from "@/lib/views/actions";
import type { ViewShown } from "@/lib/views/schema";
import { useView } from "./use-view";
import { ViewFields } from "./view-fields";

/** Another name for one's own view, sharing it or taking it back, or away. The filter itself stays in the address. */
export function ChangeView({ environment, view }: { environment: Environment; view: ViewShown }) {
  const t = useTranslations("views");
  const { id } = view;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState({ name: view.name, shared: view.shared });
  const change = useView((given: typeof typed) => changeViewAction(environment, { id, ...given }));
  const remove = useView(() => removeViewAction(environment, { id }));
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        aria-label={t("change", { name: view.name })}
        title={t("change", { name: view.name })}
        className={buttonVariants({ size: "small", variant: "ghost" })}
      >
        <Pencil aria-hidden />
      </PopoverTrigger>
      <PopoverContent aria-label={t("change", { name: view.name })}>
        <CommandForm
          isPending={change.isPending}
          onSend={() => change.mutate(typed)}
          className="grid w-72 max-w-full gap-3"
        >
          <ViewFields
            typed={typed}
            problem={change.problem ?? remove.problem}
            onChange={(changed) => {
              change.reset();
              setTyped(changed);
            }}
          />
          <div className="flex gap-2">
            <Button type="submit" variant="primary" disabled={change.isPending}>
              {t("save")}
            </Button>
            <Button variant="destructive" disabled={remove.isPending} onClick={() => remove.mutate(undefined)}>
              {t("remove")}
            </Button>
          </div>
        </CommandForm>
      </PopoverContent>
    </Popover>
  );
}

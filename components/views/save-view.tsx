"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCommand } from "@/components/commands/use-command";
import { CommandForm } from "@/components/forms/command-form";
import { Button, buttonVariants } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { Environment } from "@/lib/environment";
import { keepViewAction } from "@/lib/views/actions";
import type { ViewList } from "@/lib/views/lists";
import { type TypedView, ViewFields } from "./view-fields";

type Props = { environment: Environment; list: ViewList; query: string };

/** Gives the filter that is shown a name. */
export function SaveView({ environment, list, query }: Props) {
  const t = useTranslations("views");
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<TypedView>({ name: "", shared: false });
  const keep = useCommand((given: TypedView) => keepViewAction(environment, { ...given, list, query }), {
    onDone: () => setOpen(false),
  });
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger className={buttonVariants({ size: "small", variant: "ghost" })}>
        <Plus aria-hidden />
        {t("keep")}
      </PopoverTrigger>
      <PopoverContent aria-label={t("keep")}>
        <CommandForm isPending={keep.isPending} onSend={() => keep.send(typed)} className="grid w-72 max-w-full gap-3">
          <ViewFields typed={typed} query={query} command={keep} onChange={setTyped} />
          <Button type="submit" variant="primary" disabled={keep.isPending}>
            {t("save")}
          </Button>
        </CommandForm>
      </PopoverContent>
    </Popover>
  );
}

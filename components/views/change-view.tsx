"use client";

import { Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCommand } from "@/components/commands/use-command";
import { useSecondPress } from "@/components/commands/use-second-press";
import { CommandForm } from "@/components/forms/command-form";
import { Button, buttonVariants } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { Environment } from "@/lib/environment";
import { changeViewAction, removeViewAction } from "@/lib/views/actions";
import type { ViewShown } from "@/lib/views/schema";
import { type TypedView, ViewAlert, ViewFields } from "./view-fields";

/** Another name for one's own view, sharing it or taking it back, or away; another's may only be taken away. */
export function ChangeView({ environment, view }: { environment: Environment; view: ViewShown }) {
  const t = useTranslations("views");
  const { id, by } = view;
  const isOwn = by === null;
  const label = t(isOwn ? "change" : "removeOf", { name: view.name });
  const [open, setOpen] = useState(false);
  const { isAsked, isKept, ask, keep, reset } = useSecondPress();
  const [typed, setTyped] = useState<TypedView>({ name: view.name, shared: view.shared });
  const change = useCommand((given: TypedView) => changeViewAction(environment, { id, ...given }), {
    onDone: () => setOpen(false),
  });
  const remove = useCommand(() => removeViewAction(environment, { id }));
  const turn = (isOpen: boolean) => {
    setOpen(isOpen);
    if (!isOpen) reset();
  };
  return (
    <Popover open={open} onOpenChange={turn}>
      <PopoverTrigger aria-label={label} title={label} className={buttonVariants({ size: "small", variant: "ghost" })}>
        {isOwn ? <Pencil aria-hidden /> : <Trash2 aria-hidden />}
      </PopoverTrigger>
      <PopoverContent aria-label={label}>
        <CommandForm
          isPending={change.isPending}
          onSend={() => change.send(typed)}
          className="grid w-72 max-w-full gap-3"
        >
          {isOwn ? (
            <ViewFields typed={typed} query={view.query} command={change} onChange={setTyped} />
          ) : (
            <div className="grid gap-1 text-sm">
              <p className="font-semibold break-words">{view.name}</p>
              <p>{t("removeShared", { by })}</p>
            </div>
          )}
          {/* Of their own keys: a button that became another one while it is pressed would send the form. */}
          {isAsked ? (
            <div key="asked" className="flex gap-2">
              <Button autoFocus onClick={keep}>
                {t("keepIt")}
              </Button>
              <Button variant="destructive" disabled={remove.isLeaving} onClick={() => remove.send(undefined)}>
                {t("sure", { shared: String(view.shared) })}
              </Button>
            </div>
          ) : (
            <div key="usual" className="flex gap-2">
              {isOwn && (
                <Button type="submit" variant="primary" disabled={change.isPending}>
                  {t("save")}
                </Button>
              )}
              <Button variant="destructive" autoFocus={isKept} onClick={ask}>
                {t("remove")}
              </Button>
            </div>
          )}
          <ViewAlert of={remove} />
        </CommandForm>
      </PopoverContent>
    </Popover>
  );
}

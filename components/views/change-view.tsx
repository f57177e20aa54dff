"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import type { Environment } from "@/lib/environment";
import { changeViewAction, removeViewAction } from "@/lib/views/actions";
import type { ViewShown } from "@/lib/views/schema";
import { useView } from "./use-view";
import { ViewFields } from "./view-fields";

/** Another name for one's own view, sharing it or taking it back, or away. The filter itself stays in the address. */
export function ChangeView({ environment, view }: { environment: Environment; view: ViewShown }) {
  const t = useTranslations("views");
  const { id } = view;
  const [typed, setTyped] = useState({ name: view.name, shared: view.shared });
  const change = useView((given: typeof typed) => changeViewAction(environment, { id, ...given }));
  const remove = useView(() => removeViewAction(environment, { id }));
  return (
    <Disclosure summary={t("change", { name: view.name })}>
      <form
        className="flex flex-wrap items-end gap-3 py-2"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(typed);
        }}
      >
        <ViewFields
          typed={typed}
          problem={change.problem ?? remove.problem}
          onChange={(changed) => {
            change.reset();
            setTyped(changed);
          }}
        />
        <Button type="submit" variant="primary" size="field" focusableWhenDisabled disabled={change.isPending}>
          {t("save")}
        </Button>
        <Button size="field" focusableWhenDisabled disabled={remove.isPending} onClick={() => remove.mutate(undefined)}>
          {t("remove")}
        </Button>
      </form>
    </Disclosure>
  );
}

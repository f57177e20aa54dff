"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import type { Environment } from "@/lib/environment";
import { keepViewAction } from "@/lib/views/actions";
import { useView } from "./use-view";
import { ViewFields } from "./view-fields";

/** Gives the filter that is shown a name. */
export function SaveView({ environment, query }: { environment: Environment; query: string }) {
  const t = useTranslations("views");
  const [typed, setTyped] = useState({ name: "", shared: false });
  const keep = useView((given: typeof typed) => keepViewAction(environment, { ...given, query }));
  return (
    <Disclosure summary={t("keep")}>
      <form
        className="flex flex-wrap items-end gap-3 py-2"
        onSubmit={(event) => {
          event.preventDefault();
          keep.mutate(typed);
        }}
      >
        <ViewFields
          typed={typed}
          problem={keep.problem}
          onChange={(changed) => {
            keep.reset();
            setTyped(changed);
          }}
        />
        <Button type="submit" variant="primary" size="field" focusableWhenDisabled disabled={keep.isPending}>
          {t("save")}
        </Button>
      </form>
    </Disclosure>
  );
}

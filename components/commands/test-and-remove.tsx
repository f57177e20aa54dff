"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { failureParts } from "@/lib/outgoing/request";
import { ConfirmedButton } from "./confirmed-button";

type Command = { isPending: boolean; isLeaving: boolean; send: (input: undefined) => void };
type Tested = { isDone: boolean; value: { failure: string | null } | null };
type Props = { name: string; test: Pick<Command, "isPending" | "send">; remove: Pick<Command, "isLeaving" | "send"> };

/** The buttons of a place that messages go to: a channel, a device, an endpoint. Removing it takes a second press. */
export function TestAndRemove({ name, test, remove }: Props) {
  const t = useTranslations("common.destination");
  return (
    <>
      <Button
        size="small"
        disabled={test.isPending}
        aria-label={t("testWhich", { name })}
        onClick={() => test.send(undefined)}
      >
        {t(test.isPending ? "testing" : "test")}
      </Button>
      <ConfirmedButton
        variant="destructive"
        usual={{ text: t(remove.isLeaving ? "removing" : "remove"), label: t("removeWhich", { name }) }}
        sure={{ text: t("sure"), label: t("removeSure", { name }) }}
        keep={t("keep")}
        isBusy={remove.isLeaving}
        onSure={() => remove.send(undefined)}
      />
    </>
  );
}

/** What became of the test, in the words of the log. The page sends those of notifications. */
export function TestOutcome({ test: { isDone, value } }: { test: Tested }) {
  const t = useTranslations("common.destination");
  const words = useTranslations("notifications");
  const failure = value?.failure ?? null;
  return (
    <p role="status" className="text-xs empty:hidden">
      {isDone && failure === null && t("tested")}
      {failure !== null && <span className="text-destructive">{words("failure", failureParts(failure))}</span>}
    </p>
  );
}

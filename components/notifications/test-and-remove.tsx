"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

type Command = { isPending: boolean; isLeaving: boolean; send: (input: undefined) => void };
type Props = { name: string; test: Pick<Command, "isPending" | "send">; remove: Pick<Command, "isLeaving" | "send"> };

/** The buttons of a place that notifications go to: a channel, or a device. */
export function TestAndRemove({ name, test, remove }: Props) {
  const t = useTranslations("notifications.channels");
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="small"
        disabled={test.isPending}
        aria-label={t("testWhich", { name })}
        onClick={() => test.send(undefined)}
      >
        {t(test.isPending ? "testing" : "test")}
      </Button>
      <Button
        size="small"
        disabled={remove.isLeaving}
        aria-label={t("removeWhich", { name })}
        onClick={() => remove.send(undefined)}
      >
        {t(remove.isLeaving ? "removing" : "remove")}
      </Button>
    </div>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { TestAndRemove, TestOutcome } from "@/components/commands/test-and-remove";
import { useCommand } from "@/components/commands/use-command";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { Alert } from "@/components/ui/alert";
import { TitledCard } from "@/components/ui/card";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { LANGUAGES } from "@/lib/i18n/locale";
import { removeChannelAction, testChannelAction } from "@/lib/notifications/actions";
import type { ChannelView } from "@/lib/notifications/schema";
import { AddChannel } from "./add-channel";

type Props = { environment: Environment; readerId: string; channels: ChannelView[] };

/** Where notifications go besides e-mail. Of an address only its host is known here. */
export function Channels({ environment, readerId, channels }: Props) {
  const t = useTranslations("notifications.channels");
  return (
    <TitledCard title={t("title")}>
      <p className="border-b border-border px-4 py-2.5 text-sm text-muted-foreground">{t("lead")}</p>
      <Left channels={channels} />
      {channels.length === 0 ? (
        <Empty title={t("empty")}>{t("emptyText")}</Empty>
      ) : (
        <div className="relative overflow-x-auto">
          <HeadedTable
            caption={t("title")}
            heads={[t("name"), t("kind"), t("host"), t("locale"), t("added"), t("actions")]}
            isTinted
            className="text-md"
          >
            {channels.map((channel) => (
              <Channel key={channel.id} environment={environment} channel={channel} />
            ))}
          </HeadedTable>
        </div>
      )}
      <AddChannel environment={environment} readerId={readerId} />
    </TitledCard>
  );
}

/** Users who left and know the address of a channel that they added. */
function Left({ channels }: { channels: ChannelView[] }) {
  const t = useTranslations("notifications.channels");
  const left = channels.flatMap(({ id, name: channel, left: adders }) =>
    adders.map(({ name, isDisabled }) => ({ id, channel, name, why: isDisabled ? "disabled" : "role" })),
  );
  if (left.length === 0) return null;
  return (
    <div className="border-b border-border p-4">
      <Alert tone="watch">
        {left.map(({ id, ...values }) => (
          <p key={id}>{t("left", values)}</p>
        ))}
      </Alert>
    </div>
  );
}

function Channel({ environment, channel }: { environment: Environment; channel: ChannelView }) {
  const t = useTranslations("notifications");
  const { id: channelId, kind, name, host, locale, addedBy, addedAt } = channel;
  const test = useCommand(() => testChannelAction(environment, { channelId }), { refreshes: false });
  const remove = useCommand(() => removeChannelAction(environment, { channelId }));
  return (
    <TableRow>
      <TableCell className="font-medium">{name}</TableCell>
      <TableCell className="whitespace-nowrap">{t(`kinds.${kind}`)}</TableCell>
      <TableCell className="font-mono text-xs text-muted-foreground">{host}</TableCell>
      <TableCell lang={locale}>{LANGUAGES[locale]}</TableCell>
      <TableCell className="text-muted-foreground">
        {t.rich("channels.by", { name: addedBy, at: () => <Timestamp at={addedAt} style="minute" /> })}
      </TableCell>
      <TableCell>
        <div className="mb-1 flex flex-wrap gap-2">
          <TestAndRemove name={name} test={test} remove={remove} />
        </div>
        <TestOutcome test={test} />
        <CommandProblem of={test} say={(problem) => t(`problems.${problem}`)} />
        <CommandProblem of={remove} say={(problem) => t(`problems.${problem}`)} />
      </TableCell>
    </TableRow>
  );
}

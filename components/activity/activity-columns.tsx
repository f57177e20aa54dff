import {
  Bot,
  Inbox,
  type LucideIcon,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestionMark,
  ShieldX,
  UserRound,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/data-table";
import { ENTRY_CELL, EntryLink } from "@/components/data-table/log-view";
import { Timestamp } from "@/components/display/timestamp";
import { OrderLink } from "@/components/orders/order-link";
import { PlayerLink } from "@/components/orders/player-link";
import type { ActivityEntry } from "@/lib/activity/schema";
import type { Signature } from "@/lib/callbacks/delivery";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { kindOfSubject } from "./about";
import { type EntryWords, useEntryWords } from "./use-entry-words";

/** When, what kind, of which order or player, what it did, and how it was signed. */
export function useActivityColumns(environment: Environment) {
  const t = useTranslations("activity");
  const words = useEntryWords();
  return (isNarrow: boolean): Column<ActivityEntry>[] => [
    {
      id: "at",
      name: `${t("when")} (JST)`,
      cell: ({ at }) => <Timestamp at={at} style="recent" />,
      className: "text-xs text-subtle-foreground max-lg:row-start-1",
    },
    {
      id: "kind",
      name: t("kind"),
      cell: (entry) => <Kind source={words(entry).source} />,
      className: "max-lg:row-start-1",
      isWide: isNarrow,
    },
    {
      id: "reference",
      name: t("reference"),
      cell: (entry) => <Reference {...{ environment, entry }} />,
      className: "empty:max-lg:hidden max-lg:col-span-full max-lg:row-start-3 lg:max-w-52 lg:truncate",
      isWide: isNarrow,
    },
    {
      id: "what",
      name: t("what"),
      cell: (entry) => <What id={entry.id} words={words(entry)} isRefused={isRefused(entry)} />,
      className: ENTRY_CELL,
    },
    {
      id: "signature",
      name: t("proof"),
      cell: (entry) => entry.kind === "delivery" && <SignatureIcon signature={entry.signature} />,
      className: "max-lg:row-start-1 max-lg:justify-self-end",
    },
  ];
}

/** Where there is no room for columns: time, kind and signature above what it did. */
export const ACTIVITY_CARD =
  "max-lg:[&>tr]:grid-cols-[auto_auto_1fr] max-lg:[&>tr]:items-center max-lg:[&>tr]:gap-x-3 max-lg:[&>tr]:py-2";

const isRefused = (entry: ActivityEntry) => entry.kind === "delivery" && entry.refusal !== null;

const KIND_ICONS = { delivery: Inbox, user: UserRound, system: Bot };

function Kind({ source }: Pick<EntryWords, "source">) {
  const t = useTranslations("activity.sources");
  const Icon = KIND_ICONS[source];
  return (
    <span className="inline-flex items-center gap-1.5 text-xs">
      <Icon aria-hidden className="size-3.5 shrink-0 text-subtle-foreground" />
      {t(source)}
    </span>
  );
}

type ReferenceProps = { environment: Environment; entry: ActivityEntry };

/** The order, the player or the file of players that it is about. */
export function Reference({ environment, entry }: ReferenceProps) {
  const { referenceId } = entry;
  if (referenceId) return <OrderLink {...{ environment, referenceId }} />;
  const kind = entry.kind === "delivery" ? "player" : kindOfSubject(entry);
  const subject = entry.kind === "delivery" ? entry.playerId : entry.subject;
  if (kind === null || !subject) return null;
  if (kind === "player") return <PlayerLink {...{ environment, playerId: subject }} />;
  return (
    <Link
      prefetch={false}
      href={`/${environment}/players/bulk/${subject}`}
      className="inline-block min-h-6 font-mono text-xs/6 break-all text-primary hover:underline"
    >
      {subject}
    </Link>
  );
}

type WhatProps = { id: string; words: EntryWords; isRefused: boolean };

function What({ id, words: { what, result }, isRefused }: WhatProps) {
  const text = [what, result].filter(Boolean).join(" · ");
  return (
    <EntryLink entry={id}>
      <span title={text}>
        {what}
        {what && result && " · "}
        {result && <span className={isRefused ? "text-destructive" : "text-muted-foreground"}>{result}</span>}
      </span>
    </EntryLink>
  );
}

const SIGNATURE_ICONS: Record<Signature, LucideIcon> = {
  absent: ShieldAlert,
  valid: ShieldCheck,
  wrong: ShieldX,
  unchecked: ShieldQuestionMark,
};

/** How a callback was signed, in words on hover and for who does not see the icon. */
function SignatureIcon({ signature }: { signature: Signature }) {
  const t = useTranslations("activity.signatures");
  const Icon = SIGNATURE_ICONS[signature];
  return (
    <span
      title={t(signature)}
      className={cn("inline-flex", signature === "wrong" ? "text-destructive" : "text-subtle-foreground")}
    >
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">{t(signature)}</span>
    </span>
  );
}

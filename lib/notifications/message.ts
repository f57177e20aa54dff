import { createTranslator } from "use-intl/core";
import type { Environment } from "@/lib/environment";
import { type NotificationEvent, readSubject } from "@/lib/events/events";
import type { Locale } from "@/lib/i18n/locale";
import en from "@/lib/i18n/messages/en.json";
import ja from "@/lib/i18n/messages/ja.json";
import { formatDay } from "@/lib/time";
import { subjectPath } from "./subject-path";

/** What a message says: `amount` only where the settings allow amounts. */
export type Item = { id: string; event: NotificationEvent; subject: string; amount: string | null };

export type Message = { title: string; lines: { text: string; url: string }[] };

type Where = { appUrl: string; environment: Environment };

/** So many of one event are listed; the others are counted. */
const LISTED = 5;

const MESSAGES = { en, ja };

const translatorIn = (locale: Locale) => {
  const { notificationTexts, notifications } = MESSAGES[locale];
  // A message calls an event as the settings do.
  const messages = { notificationTexts: { ...notificationTexts, titles: notifications.events } };
  return createTranslator({ locale, messages, namespace: "notificationTexts" });
};

/** Everything that waits for one reader in one message, by event: an outage of the service is not a hundred of them. */
export function messageFor(items: Item[], locale: Locale, where: Where, isDigest = false): Message {
  const t = translatorIn(locale);
  const { environment } = where;
  const byEvent = [...Map.groupBy(items, ({ event }) => event)];
  const [first] = byEvent;
  const single = first && byEvent.length === 1 ? t(`titles.${first[0]}`) : t("several", { count: items.length });
  const title = isDigest ? t("digest", { count: items.length }) : single;
  const lines = byEvent.flatMap(([event, ones]) => {
    const shown = ones.slice(0, LISTED).map(({ subject, amount }) => {
      const { kind, id } = readSubject(subject);
      const text = t(`lines.${event}`, { kind, id: kind === "day" ? formatDay(id, locale) : id });
      return { text: amount === null ? text : t("withAmount", { text, amount }), url: addressOf(subject, where) };
    });
    const more = ones.length - LISTED;
    const listed = { text: t("more", { count: more, event: t(`titles.${event}`) }), url: listAddress(event, where) };
    return more > 0 ? [...shown, listed] : shown;
  });
  return { title: t("title", { environment, title }), lines };
}

/** Says that the channel works, and nothing else. */
export function testMessage(locale: Locale, where: Where): Message {
  const t = translatorIn(locale);
  const title = t("title", { environment: where.environment, title: t("test") });
  return {
    title,
    lines: [{ text: t("testText"), url: `${where.appUrl}/${where.environment}/settings/notifications` }],
  };
}

/** The page of what it is about. */
export const addressOf = (subject: string, { appUrl, environment }: Where): string =>
  `${appUrl}/${environment}${subjectPath(subject)}`;

const listAddress = (event: NotificationEvent, { appUrl, environment }: Where): string =>
  `${appUrl}/${environment}${LISTS[event] ?? ""}`;

/** Today lists the others. */
const LISTS: Partial<Record<NotificationEvent, string>> = {
  approval_waiting: "/approvals",
  approval_expiring: "/approvals",
  approval_unseen: "/approvals",
  batch_paused: "/batches",
  batch_attention: "/batches",
  batch_completed: "/batches",
  payee_changed: "/payees",
  kyc_failed: "/players",
};

/** In both languages, as the reader's preference is unknown. */
export function emailText(items: Item[], where: Where, isDigest = false): { subject: string; text: string } {
  const [inJapanese, inEnglish] = [messageFor(items, "ja", where, isDigest), messageFor(items, "en", where, isDigest)];
  const body = ({ title, lines }: Message) => [title, "", ...lines.flatMap(({ text, url }) => [text, url, ""])];
  const text = [...body(inJapanese), "----", "", ...body(inEnglish)].join("\n");
  return { subject: `Choba 帳場: ${inJapanese.title} / ${inEnglish.title}`, text };
}

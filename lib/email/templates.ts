import type { EmailMessage } from "./email";

/** What a link is for: to come in for the first time, or to choose another password. */
export const LINK_KINDS = ["invitation", "password"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

type EmailFacts = { to: string; url: string; hours: number };

/** An e-mail with a one-time link, in both languages, as the reader's preference is unknown. */
export function emailFor(kind: LinkKind, { to, url, hours }: EmailFacts): EmailMessage {
  const { subject, ja, en } = WORDS[kind];
  const text = [...ja(hours), "", url, "", "----", "", ...en(hours), "", url, ""].join("\n");
  return { to, subject, text };
}

const WORDS: Record<LinkKind, { subject: string; ja: (hours: number) => string[]; en: (hours: number) => string[] }> = {
  invitation: {
    subject: "Choba 帳場: 招待 / Your invitation",
    ja: (hours) => [
      "Choba（帳場）に招待されました。次のリンクからサインインの方法を設定してください。",
      `リンクは一度だけ、${hours}時間以内に使えます。心当たりがない場合は、このメールを破棄してください。`,
    ],
    en: (hours) => [
      "You have been invited to Choba. Follow the link to set up how you sign in.",
      `It works once, within ${hours} hours. If you do not know what this is about, ignore this e-mail.`,
    ],
  },
  password: {
    subject: "Choba 帳場: パスワードの再設定 / A new password",
    ja: (hours) => [
      "Choba（帳場）のパスワードを再設定するためのリンクです。",
      `リンクは一度だけ、${hours}時間以内に使えます。心当たりがない場合は、このメールを破棄してください。パスワードは変わりません。`,
    ],
    en: (hours) => [
      "Follow the link to choose a new password for Choba.",
      `It works once, within ${hours === 1 ? "an hour" : `${hours} hours`}. If you did not ask for it, ignore this e-mail: the password stays as it is.`,
    ],
  },
};

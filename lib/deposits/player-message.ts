import { formatAmount } from "@/lib/money/format";
import type { InstructionsView, TransactionView } from "@/lib/transactions/schema";

/** The host of a payment link, and the link itself only where it is a web address; null where it is none. */
export function webLink(address: string): { href: string; host: string } | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) return null;
  return { href: url.href, host: url.host };
}

/** Whether the player can pay by this: a page that can be opened, or an account. */
export const isPayableBy = ({ address, receiverAccount }: Pick<InstructionsView, "address" | "receiverAccount">) =>
  receiverAccount !== null || (address !== null && webLink(address) !== null);

/** The languages of messages to players, independent of the console's language. */
export const PLAYER_LANGUAGES = ["ja", "en"] as const;
export type PlayerLanguage = (typeof PLAYER_LANGUAGES)[number];

const JAPANESE = {
  title: "お振込のご案内",
  amount: "金額",
  exactly: "金額は上記のとおり正確にお振込みください。",
  link: "お支払いページ",
  or: "または、次の口座へお振込みください。",
  bank: "銀行",
  branch: "支店",
  account: "口座番号",
  name: "口座名義",
  payer: "お振込名義",
  order: "参照番号",
};
type Label = keyof typeof JAPANESE;

const LABELS: Record<PlayerLanguage, Record<Label, string>> = {
  ja: JAPANESE,
  en: {
    title: "How to pay",
    amount: "Amount",
    exactly: "Please transfer exactly this amount.",
    link: "Payment page",
    or: "Or transfer to this account:",
    bank: "Bank",
    branch: "Branch",
    account: "Account number",
    name: "Account name",
    payer: "Payer’s name",
    order: "Reference",
  },
};

type Order = Pick<TransactionView, "referenceId" | "amount" | "currency" | "deposit">;

/** Everything that a player needs in order to pay, as a text to be pasted into a message to them. */
export function playerText(order: Order, how: InstructionsView, language: PlayerLanguage): string {
  const words = LABELS[language];
  const colon = language === "ja" ? "：" : ": ";
  const line = (label: Label, value: string | null | undefined) => (value ? [`${words[label]}${colon}${value}`] : []);
  const link = how.address === null ? null : webLink(how.address);
  const payer = order.deposit?.payer;
  const bank = [how.receiverBank, how.receiverBankCode && `(${how.receiverBankCode})`].filter(Boolean).join(" ");
  const account = how.receiverAccount
    ? [
        ...line("bank", bank),
        ...line("branch", how.receiverBankBranch),
        ...line("account", how.receiverAccount),
        ...line("name", how.receiverName),
      ]
    : [];
  return [
    words.title,
    ...line("amount", formatAmount(order.amount, order.currency)),
    words.exactly,
    "",
    ...line("link", link?.href),
    ...(link && account.length > 0 ? [words.or] : []),
    ...account,
    // A reader who sees the name masked could pass on a part only, so it is left out.
    ...(payer && !payer.masked ? line("payer", payer.payerAccountName) : []),
    "",
    ...line("order", order.referenceId),
  ].join("\n");
}

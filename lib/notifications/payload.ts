import type { ChannelKind } from "./channels";
import type { Message } from "./message";

/** The body that an incoming webhook of each chat takes. */
export const CHAT_BODIES: Record<Exclude<ChannelKind, "webhook">, (message: Message) => object> = {
  // https://api.slack.com/messaging/webhooks
  slack: ({ title, lines }) => ({
    text: [`*${inSlack(title)}*`, ...lines.map(({ text, url }) => `${inSlack(text)}\n<${inSlack(url)}>`)].join("\n"),
  }),
  // An adaptive card, as the workflow "When a Teams webhook request is received" posts it.
  teams: ({ title, lines }) => ({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            { type: "TextBlock", text: inMarkdown(title), weight: "Bolder", wrap: true },
            ...lines.flatMap(({ text, url }) => [
              { type: "TextBlock", text: inMarkdown(text), wrap: true },
              { type: "ActionSet", actions: [{ type: "Action.OpenUrl", title: "Choba", url }] },
            ]),
          ],
        },
      },
    ],
  }),
  line_works: ({ title, lines }) => ({
    title,
    body: { text: lines.map(({ text, url }) => `${text}\n${url}`).join("\n\n") },
    ...(lines[0] && { button: { label: "Choba", url: lines[0].url } }),
  }),
};

/** IDs may come from outside: in a chat they are text, neither links nor mentions. */
const inSlack = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const inMarkdown = (text: string) => text.replaceAll(/[\\`*_[\]()<>#~|]/g, "\\$&");

import "server-only";
import type { notificationChannels } from "@/drizzle/schema/notifications";
import type { Ctx } from "@/lib/auth/context";
import { failureText, isGone } from "@/lib/outgoing/request";
import { signedHeaders } from "@/lib/webhooks/signature";
import type { ChannelKind } from "./channels";
import { addressOf, type Item, type Message, messageFor, testMessage } from "./message";
import { CHAT_BODIES } from "./payload";

type Channel = typeof notificationChannels.$inferSelect;

/** `isUnreached`: no answer came, which says nothing of the one notification. */
export type Failed = { failure: string; isFinal: boolean; isUnreached?: boolean };
/** `not_tried`: the time of the run was over before. `unreached`: the one before it had no answer. */
export type Sent = { items: Item[]; outcome: "sent" | "withdrawn" | "not_tried" | "unreached" | Failed };

/**
 * One message for a chat; a webhook gets each notification on its own, under its own ID, until one has no answer or it is
 * `until`.
 */
export async function* sendToChannel(ctx: Ctx, channel: Channel, items: Item[], until: Date): AsyncGenerator<Sent> {
  if (channel.kind !== "webhook") {
    const message = messageFor(items, channel.locale, ctx);
    yield { items, outcome: await postChat(ctx, channel, channel.kind, message) };
    return;
  }
  for (const [index, item] of items.entries()) {
    if (ctx.now() >= until) {
      yield { items: items.slice(index), outcome: "not_tried" };
      return;
    }
    const { id, event, amount, subject } = item;
    const [line] = messageFor([item], channel.locale, ctx).lines;
    const data = { environment: ctx.environment, text: line?.text ?? "", url: addressOf(subject, ctx) };
    const outcome = await postSigned(ctx, channel, {
      ...{ id: `ntf_${id}`, type: `notification.${event}` },
      data: amount === null ? data : { ...data, amount },
    });
    yield { items: [item], outcome };
    if (outcome !== "sent" && outcome.isUnreached) {
      yield { items: items.slice(index + 1), outcome: "unreached" };
      return;
    }
  }
}

/** What is open, as one message; a webhook gets it as one event. */
export async function sendDigestToChannel(
  ctx: Ctx,
  channel: Channel,
  id: string,
  open: Item[],
): Promise<"sent" | Failed> {
  const message = messageFor(open, channel.locale, ctx, true);
  const { environment, appUrl } = ctx;
  const text = [message.title, ...message.lines.map((line) => line.text)].join("\n");
  const data = { environment, text, url: `${appUrl}/${environment}` };
  return postOne(ctx, channel, message, { id: `ntf_${id}`, type: "notification.daily_digest", data });
}

/** A message that says nothing but that it came. */
export async function sendTest(ctx: Ctx, channel: Channel): Promise<"sent" | Failed> {
  const message = testMessage(channel.locale, ctx);
  const [line] = message.lines;
  const data = { environment: ctx.environment, text: line?.text ?? "", url: line?.url ?? "" };
  return postOne(ctx, channel, message, { id: `ntf_${ctx.random(16)}`, type: "notification.test", data });
}

/** A message for a chat, or the event that says the same to a webhook. */
const postOne = (ctx: Ctx, channel: Channel, message: Message, event: Event) =>
  channel.kind === "webhook" ? postSigned(ctx, channel, event) : postChat(ctx, channel, channel.kind, message);

function postChat(ctx: Ctx, channel: Channel, kind: Exclude<ChannelKind, "webhook">, message: Message) {
  const headers = { "content-type": "application/json" };
  return post(ctx, channel, { headers, body: JSON.stringify(CHAT_BODIES[kind](message)) });
}

type Event = { id: string; type: string; data: Record<string, string> };

async function postSigned(ctx: Ctx, channel: Channel, { id, type, data }: Event) {
  const secret = channel.sealedSecret && ctx.vault.open("channel", channel.sealedSecret);
  if (!secret) return UNSEALED;
  const at = ctx.now();
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  return post(ctx, channel, { headers: signedHeaders({ id, at, body }, [secret]), body });
}

/** AUTH_SECRET was replaced without its former value: the address cannot be read, and the channel has to be added again. */
const UNSEALED: Failed = { failure: "sealed_with_another_secret", isFinal: true };

type Posted = { headers: Record<string, string>; body: string };

async function post(ctx: Ctx, { sealedUrl }: Channel, { headers, body }: Posted): Promise<"sent" | Failed> {
  const url = sealedUrl && ctx.vault.open("channel", sealedUrl);
  if (!url) return UNSEALED;
  const left = await ctx.post({ url, headers, body });
  if (left.ok) return "sent";
  return { failure: failureText(left.error), isFinal: isGone(left.error), isUnreached: left.error.status === null };
}

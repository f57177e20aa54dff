/** Where notifications go besides e-mail: incoming webhooks of chats, and a signed webhook of one's own. */
export const CHANNEL_KINDS = ["slack", "teams", "line_works", "webhook"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** So many devices a user may have. */
export const DEVICES_MAX = 10;

export const DELIVERY_STATES = ["waiting", "sent", "failed", "withdrawn"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

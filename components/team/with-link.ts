import type { ShownLink } from "@/lib/team/schema";

/** Only its hash is stored: a link stays until it was handed over, or until a newer one for the same user voids it. */
export const withLink = (links: ShownLink[], made: ShownLink | null): ShownLink[] =>
  made ? [...links.filter(({ email }) => email !== made.email), made] : links;

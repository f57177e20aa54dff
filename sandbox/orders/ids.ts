import { randomUUID } from "node:crypto";

/** A UUID that sorts by when it was made (version 7 of RFC 9562): new ones are neighbours in an index. */
export function timeOrderedId(): string {
  const ms = Date.now().toString(16).padStart(12, "0");
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${randomUUID().slice(15)}`;
}

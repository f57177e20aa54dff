export const ATTACHMENTS_MAX = 3;
export const ATTACHMENT_MAX_BYTES = 5 * 1024 * 1024;
const NAME_MAX = 120;

/** Accepted file types, detected by their first bytes and never by name. */
export const MEDIA_TYPES = ["application/pdf", "image/png", "image/jpeg"] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** `size` in bytes. */
export type AttachmentView = { id: string; name: string; size: number };

export type AttachmentProblem = "empty" | "too_large" | "wrong_type";

/** What stands in a form, as text: the files that were uploaded for it. What cannot be read is none. */
export function readAttached(text: string): AttachmentView[] {
  try {
    const read: unknown = JSON.parse(text || "[]");
    return Array.isArray(read) && read.length <= ATTACHMENTS_MAX && read.every(isAttached) ? read : [];
  } catch {
    return [];
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// Without zod, which the form would have to load for this alone.
const isAttached = (read: unknown): read is AttachmentView =>
  typeof read === "object" &&
  read !== null &&
  "id" in read &&
  "name" in read &&
  "size" in read &&
  typeof read.id === "string" &&
  UUID.test(read.id) &&
  typeof read.name === "string" &&
  [...read.name].length <= NAME_MAX &&
  typeof read.size === "number" &&
  Number.isInteger(read.size) &&
  read.size > 0;

/** A name as it is kept and offered: without what no file system takes, and no longer than it can be read. */
export function attachmentName(named: string): string {
  const plain = named
    .normalize("NFC")
    .replaceAll(/[\p{C}\\/:*?"<>|]/gu, "")
    .trim();
  if (plain === "") return "file";
  const letters = [...plain];
  if (letters.length <= NAME_MAX) return plain;
  const ending = [...(/\.[^.]{1,8}$/u.exec(plain)?.[0] ?? "")];
  return [...letters.slice(0, NAME_MAX - ending.length), ...ending].join("");
}

const STARTS: Record<MediaType, number[]> = {
  "application/pdf": [0x25, 0x50, 0x44, 0x46, 0x2d],
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  "image/jpeg": [0xff, 0xd8, 0xff],
};

export const mediaTypeOf = (bytes: Uint8Array): MediaType | null =>
  MEDIA_TYPES.find((type) => STARTS[type].every((byte, at) => bytes[at] === byte)) ?? null;

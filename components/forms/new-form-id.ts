/** A UUID, of random bytes, which a browser gives everywhere; `randomUUID` exists over https only. */
export function newFormId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) => stamped(byte, at).toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** With the version 4 and the variant of RFC 9562 in its bytes 6 and 8. */
const stamped = (byte: number, at: number) =>
  at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;

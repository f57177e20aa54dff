/** 128 random bits in hex. A browser gives them everywhere; `randomUUID` exists over https only. */
export const randomHex = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The same as a UUID of version 4 (RFC 9562, 5.4). */
export const randomUuid = (): string =>
  randomHex().replace(
    /^(.{8})(.{4}).(.{3})(.)(.{3})(.{12})$/,
    (_all, low: string, mid: string, high: string, variant: string, clock: string, node: string) =>
      `${low}-${mid}-4${high}-${"89ab"[Number.parseInt(variant, 16) % 4]}${clock}-${node}`,
  );

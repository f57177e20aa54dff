const HEX_DIGITS = 64;
const SHOWN = 6;

/** The characters of a digest that two people compare: the first of the HMAC, without scheme and key. */
export const shortDigest = (digest: string) => digest.slice(-HEX_DIGITS).slice(0, SHOWN);

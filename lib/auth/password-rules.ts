/** A password can be long on purpose, but not so long that hashing it is an attack. In characters. */
export const PASSWORD_MAX = 1024;

/** No rules of composition: length, and not being among those that are tried first. In characters. */
export const PASSWORD_MIN = 12;

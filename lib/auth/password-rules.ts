/** In characters. An upper limit keeps hashing from being an attack. */
export const PASSWORD_MAX = 1024;

/** In characters. There are no rules of composition: only length and a list of common passwords. */
export const PASSWORD_MIN = 12;

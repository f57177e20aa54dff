/**
 * Hashes of the style element that `sonner` inserts without a nonce: empty, and with its text. A unit test compares
 * them with the installed version.
 */
export const TOAST_STYLES =
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='";

/**
 * The style element that `sonner` writes without a nonce, by its hash: as it is put into the page, empty, and with its
 * text. A unit test compares it with the installed version.
 */
export const TOAST_STYLES =
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='";

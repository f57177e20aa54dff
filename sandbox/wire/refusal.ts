import type { Json } from "./digits";

/** An answer other than 200. `message` is always in the body, `code` and `fields` only where listed. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly more: { readonly code?: string; readonly fields?: readonly string[] } = {},
  ) {
    super(message);
  }

  body(): Json {
    return { message: this.message, ...this.more };
  }
}

export const invalid = (...fields: string[]) => new Refusal(400, "Validation failed.", { fields });

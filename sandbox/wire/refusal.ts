type More = { readonly code?: string; readonly fields?: readonly string[] };

/** An answer other than 200. `message` is always in the body, `code` and `fields` only where listed. */
export class Refusal extends Error {
  readonly status: number;
  readonly more: More;

  constructor(status: number, message: string, more: More = {}) {
    super(message);
    this.status = status;
    this.more = more;
  }

  body() {
    return { message: this.message, ...this.more };
  }
}

export const invalid = (...fields: string[]) => new Refusal(400, "Validation failed.", { fields });

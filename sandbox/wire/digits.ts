// TypeScript does not describe this part of JSON yet.
declare global {
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

/**
 * A JSON number as the digits that were written, for amounts: a float would turn `12.50` into 12.5, and change what is
 * above 2^53. JSON.stringify writes the digits as they are.
 */
export class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.text);
  }
}

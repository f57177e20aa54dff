/*
 * What the tools say is read by language models. Text that others wrote reaches them only in an object of its own,
 * `{"untrusted": "…"}`, and with nothing in it that could end the string, hide, or look like markup.
 */

export type Outside = { untrusted: string };

const MOST = 300;
const HIDDEN = "•••";

/** Controls, format and direction marks, halves of pairs, private use, line and paragraph separators. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]+/gu;
const EMAIL = /[^\s@]+@[^\s@]+/gu;
/** Five digits or more in any script, also with separators: an account, a card or a telephone number. */
const LONG_NUMBER = /\p{Nd}(?:[\p{Zs}\p{Pd}.()/]?\p{Nd}){4,}/gu;

/** Text that others wrote, marked as such, without e-mail addresses, long numbers and what cannot be seen. */
export function outside(text: string): Outside {
  const plain = text.normalize("NFKC").replace(UNSEEN, " ").trim();
  const masked = plain.replace(EMAIL, HIDDEN).replace(LONG_NUMBER, HIDDEN);
  const characters = [...masked];
  return { untrusted: characters.length > MOST ? `${characters.slice(0, MOST).join("")}…` : masked };
}

/** As the console, the service and most merchants write one. */
const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** An ID or a code. One that is not plain may be a text, and is marked as one. */
export const idOf = (id: string): string | Outside => (PLAIN_ID.test(id) ? id : outside(id));

/** JSON without the characters that begin markup or a fence around it. */
export const toJson = (answer: unknown): string =>
  JSON.stringify(answer).replace(/[<>&`]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);

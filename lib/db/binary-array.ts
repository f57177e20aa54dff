import "server-only";

/** The elements' types, by PostgreSQL's own numbers (pg_type.dat). */
const TYPES = { bytea: 17, jsonb: 3802 };

export type BinaryType = keyof typeof TYPES;

const HEAD_BYTES = 20;

/**
 * An array as PostgreSQL sends and takes it in binary (array_recv): one dimension, nothing null. As text each byte of a
 * body is two digits, and either side looks at each of them more than once.
 */
export function binaryArray(type: BinaryType, elements: Uint8Array[]): Buffer {
  const bytes = elements.reduce((sum, { byteLength }) => sum + 4 + byteLength, HEAD_BYTES);
  const array = Buffer.allocUnsafe(bytes);
  let at = 0;
  const add = (value: number) => {
    at = array.writeInt32BE(value, at);
  };
  // Dimensions, whether there are nulls, of what, how many, and the number of the first.
  for (const value of [1, 0, TYPES[type], elements.length, 1]) add(value);
  for (const element of elements) {
    add(element.byteLength);
    array.set(element, at);
    at += element.byteLength;
  }
  return array;
}

/** A value of JSON as the element of such an array: the version of its form, and its text. */
export const jsonbElement = (value: unknown) => Buffer.from(`\u0001${JSON.stringify(value)}`);

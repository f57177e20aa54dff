type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Schema = { readonly [key: string]: Json };

export const string: Schema = { type: "string" };
export const number: Schema = { type: "number" };
export const url: Schema = { type: "string", format: "uri" };
export const uuid: Schema = { type: "string", format: "uuid" };
export const time: Schema = { type: "string", format: "date-time" };

export const oneOf = (...values: string[]): Schema => ({ type: "string", enum: values });
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });
export const listOf = (items: Schema): Schema => ({ type: "array", items });
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** An object with these fields; those whose name ends in `?` may be missing. */
export function object(fields: Record<string, Schema>, more: Schema = {}): Schema {
  const entries = Object.entries(fields);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace(/\?$/, ""), schema])),
    required: entries.flatMap(([name]) => (name.endsWith("?") ? [] : [name])),
    ...more,
  };
}

/** An answer of ours. It is open: a client that is made from this must take a field that is added later. */
export const answer = (fields: Record<string, Schema>): Schema => object(fields, { additionalProperties: true });

import { expect } from "vitest";
import { z } from "zod";

type Described = { components: { schemas: Record<string, unknown> }; paths: Record<string, unknown> };

/** Holds answers against an OpenAPI document as it was served. */
export class Description {
  readonly #document: Described;

  constructor(document: Described) {
    this.#document = document;
  }

  /** Fails unless the document has this path with this status, and the body is as it says. */
  check(path: string, status: number, body: unknown): void {
    const responses = this.#at(["paths", path, "post", "responses", String(status)]);
    expect(responses, `${path} ${status} is described`).toBeDefined();
    this.#fits(
      this.#at(["paths", path, "post", "responses", String(status), "content", "application/json", "schema"]),
      body,
    );
  }

  checkCallback(kind: "transaction" | "kyc", body: unknown): void {
    this.#fits(this.#at(["webhooks", kind, "post", "requestBody", "content", "application/json", "schema"]), body);
  }

  checkExample(schema: unknown, example: unknown): void {
    this.#fits(schema, example);
  }

  #fits(schema: unknown, body: unknown): void {
    const read = z.fromJSONSchema(this.#inlined(schema) as z.core.JSONSchema.JSONSchema).safeParse(body);
    expect(read.error?.issues ?? [], JSON.stringify(body)).toEqual([]);
  }

  #at(steps: string[]): unknown {
    return steps.reduce<unknown>(
      (found, step) => (found as Record<string, unknown> | undefined)?.[step],
      this.#document,
    );
  }

  /**
   * The schema with what it refers to in the place of the references. It is closed here, though not for clients: our
   * own answers have no field that is not described.
   */
  #inlined(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((part) => this.#inlined(part));
    if (schema === null || typeof schema !== "object") return schema;
    if ("$ref" in schema) return this.#inlined(this.#at(String(schema.$ref).slice(2).split("/")));
    const inlined = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, this.#inlined(part)]));
    return "properties" in inlined ? { ...inlined, additionalProperties: false } : inlined;
  }
}

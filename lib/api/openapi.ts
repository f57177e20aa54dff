import "server-only";
import { z } from "zod";
import type { Endpoint } from "./endpoint";
import { ENDPOINTS } from "./endpoints";
import { API_PROBLEMS, type ApiProblemCode } from "./problem";
import { idempotencyKey, problemAnswer } from "./shapes";

/** Refusals that every endpoint has. */
const COMMON: readonly ApiProblemCode[] = [
  ...(["unauthenticated", "revoked_key", "expired_key", "wrong_address", "missing_scope"] as const),
  ...(["too_many_requests", "invalid", "internal"] as const),
];

type Schema = Record<string, unknown>;

/** Of what comes in, the schema before it is read; of what goes out, the one after. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): Schema {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return made;
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (name: string, example?: object, type = "application/json") => ({
  [type]: { schema: ref(name), ...(example && { example }) },
});
const capital = (id: string) => id.slice(0, 1).toUpperCase() + id.slice(1);

function parametersOf({ method, query, pathParameters }: Endpoint): Schema[] {
  const named = (schema: z.ZodType | undefined, where: "path" | "query") => {
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, "input") as {
      properties?: Record<string, Schema>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, { description, ...its }]) => ({
      ...{ name, in: where, required: where === "path" || required.includes(name), description, schema: its },
    }));
  };
  const { description, ...schema } = schemaOf(idempotencyKey, "input");
  const key = { name: "Idempotency-Key", in: "header", required: true, description, schema };
  return [...named(pathParameters, "path"), ...named(query, "query"), ...(method === "POST" ? [key] : [])];
}

function responsesOf(endpoint: Endpoint): Schema {
  const byStatus = Map.groupBy([...COMMON, ...endpoint.problems], (code) => API_PROBLEMS[code][0]);
  const refusals = [...byStatus].map(([status, codes]) => [
    status,
    { description: [...new Set(codes)].join(", "), content: json("Problem", undefined, "application/problem+json") },
  ]);
  const answered = {
    description: endpoint.summary,
    content: json(`${capital(endpoint.id)}Answer`, endpoint.example?.answer),
  };
  return { [endpoint.status]: answered, ...Object.fromEntries(refusals) };
}

/**
 * The document of `/v1`, made of the schemas by which the console reads requests and writes answers.
 * @unguarded holds nothing of the merchant's
 */
export function openApiDocument(appUrl: string) {
  const all: Endpoint[] = Object.values(ENDPOINTS);
  const schemas: Record<string, Schema> = { Problem: schemaOf(problemAnswer, "output") };
  const paths: Record<string, Schema> = {};
  for (const endpoint of all) {
    const { id, method, path, summary, scope, body, answer, example } = endpoint;
    schemas[`${capital(id)}Answer`] = schemaOf(answer, "output");
    if (body) schemas[`${capital(id)}Body`] = schemaOf(body, "input");
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...{ operationId: id, summary, description: `Needs the scope \`${scope}\`.` },
        parameters: parametersOf(endpoint),
        ...(body && { requestBody: { required: true, content: json(`${capital(id)}Body`, example?.body) } }),
        responses: responsesOf(endpoint),
      },
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Choba", version: "1", description: "The console's API for the merchant's own systems." },
    servers: [{ url: appUrl }],
    security: [{ key: [] }],
    paths,
    components: { schemas, securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  };
}

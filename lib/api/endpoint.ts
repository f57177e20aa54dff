import "server-only";
import type { z } from "zod";
import type { ApiScope } from "@/lib/auth/api-scopes";
import type { Ctx } from "@/lib/auth/context";
import type { Result } from "@/lib/result";
import type { ApiProblem, ApiProblemCode } from "./problem";

type Asked<B, Q, P> = { body: B; query: Q; path: P };

/** One operation of the API: what the router checks, what the document says, and the use case behind it. */
export type Endpoint<B = unknown, Q = unknown, P = unknown, A = unknown> = {
  id: string;
  method: "GET" | "POST";
  /** As OpenAPI writes it: `/v1/orders/{referenceId}`. */
  path: string;
  summary: string;
  scope: ApiScope;
  body?: z.ZodType<B>;
  query?: z.ZodType<Q>;
  pathParameters?: z.ZodType<P>;
  answer: z.ZodType<A>;
  example?: { body: object; answer: object };
  /** The HTTP status of the answer. */
  status: 200 | 201;
  /** Refusals besides those that every endpoint has. */
  problems: readonly ApiProblemCode[];
  /** Of the body, at most. */
  maxBytes?: number;
  handle: (ctx: Ctx, asked: Asked<B, Q, P>) => Promise<Result<A, ApiProblem>>;
};

/** Checks the types of an endpoint, and forgets them: the router parses what comes by its schemas. */
export const endpoint = <B, Q, P, A>(given: Endpoint<B, Q, P, A>): Endpoint => given as unknown as Endpoint;

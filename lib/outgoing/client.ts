import "server-only";
import dns from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { err, ok } from "@/lib/result";
import { whenOverdue } from "@/lib/shutdown";
import { isLoopbackAddress, isPublicAddress } from "./public-address";
import type { OutgoingProblem, PostOutside } from "./request";

const TIMEOUT_MS = 10_000;
/** Of an answer, only its status counts. So much of its body is read to the end; a longer one is cut off. */
const ANSWER_MAX_BYTES = 64 * 1024;

type Options = {
  /** All addresses of a name, in the order of the system. */
  resolve?: (name: string) => Promise<string[]>;
  timeoutMs?: number;
  /** Tests alone: lets requests reach this machine, also by http. */
  allowLoopback?: boolean;
  /** Certificates that are trusted besides the system's; tests have their own. */
  ca?: string;
};

const resolveName = async (name: string) => (await dns.lookup(name, { all: true })).map(({ address }) => address);

class Refused extends Error {
  override name = "Refused";
  readonly problem: OutgoingProblem;
  constructor(problem: OutgoingProblem) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * The way out to addresses that people enter. A name is resolved once for each request: its addresses are checked, and
 * the socket connects to these. So a name that changes between check and connection leads nowhere else.
 */
export function createOutgoing({
  resolve = resolveName,
  timeoutMs = TIMEOUT_MS,
  allowLoopback = false,
  ca,
}: Options = {}): PostOutside {
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));

  async function addressesOf(name: string): Promise<string[]> {
    const addresses = isIP(name) === 0 ? await resolve(name).catch(() => []) : [name];
    if (addresses.length === 0) throw new Refused("name_not_found");
    // One private address among public ones is a name that is meant to be tried until it leads inside.
    if (!addresses.every(isAllowed)) throw new Refused("private_address");
    return addresses;
  }

  return async ({ url, headers, body }) => {
    const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), whenOverdue()]);
    try {
      const target = parsed(url, allowLoopback);
      const addresses = await before(limit, addressesOf(target.hostname.replace(/^\[|\]$/g, "")));
      const answer = await new Promise<IncomingMessage>((answered, failed) => {
        const { request } = target.protocol === "https:" ? https : http;
        const sent = { "user-agent": "choba", ...headers, "content-length": String(Buffer.byteLength(body)) };
        const options = { method: "POST", headers: sent, agent: false, signal: limit, lookup: lookupIn(addresses) };
        const open = request(target, { ...options, ...(ca !== undefined && { ca }) });
        open.on("response", answered).on("error", failed);
        open.on("close", () => failed(new Error("closed without an answer")));
        open.end(body);
      });
      // It has been received by then, also where the rest of the answer breaks off or does not end in time.
      await drain(answer).catch(() => {});
      const status = answer.statusCode ?? 0;
      if (status >= 200 && status < 300) return ok({ status });
      return err({ kind: "not_delivered", problem: status >= 300 && status < 400 ? "redirect" : "status", status });
    } catch (error) {
      if (!(error instanceof Error) || error instanceof TypeError) throw error;
      return err({ kind: "not_delivered", problem: problemOf(error, limit), status: null });
    }
  };
}

function parsed(url: string, allowLoopback: boolean): URL {
  const target = URL.parse(url);
  const isAllowed = target?.protocol === "https:" || (allowLoopback && target?.protocol === "http:");
  if (!target || !isAllowed || target.username !== "" || target.password !== "") throw new Refused("bad_address");
  return target;
}

/** The checked addresses instead of another question to the resolver. */
const lookupIn = (addresses: string[]): LookupFunction => {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all }, callback) => {
    const [first] = found;
    if (all || !first) callback(null, found);
    else callback(null, first.address, first.family);
  };
};

/** A resolver knows no time-out of ours. */
const before = <T>(limit: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => limit.addEventListener("abort", () => reject(new Error("aborted")))),
  ]);

async function drain(answer: IncomingMessage): Promise<void> {
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > ANSWER_MAX_BYTES) break;
  }
}

function problemOf(error: Error, limit: AbortSignal): OutgoingProblem {
  if (error instanceof Refused) return error.problem;
  if (limit.aborted) return "timeout";
  const { code = "" }: NodeJS.ErrnoException = error;
  if (code.startsWith("HPE_")) return "unreadable";
  return /CERT|SIGNATURE|ALTNAME|ISSUER|SELF_SIGNED/.test(code) ? "certificate" : "connection_failed";
}

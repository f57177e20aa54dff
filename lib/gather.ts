import "server-only";
import { subscribe } from "node:diagnostics_channel";
import { ServerResponse } from "node:http";

/** Nobody sees whether a part of a page comes so much later. */
const GATHERED_MS = 10;
/** So much goes at once, however soon the next part comes. */
const ENOUGH_BYTES = 32 * 1024;

const kept = globalThis as { chobaGathers?: true };

/**
 * Sends the parts of an answer that follow one another at once together. Next makes a page of some twenty parts and has
 * each of them compressed to its end and sent by itself, which costs a seventh of what the page costs.
 *
 * @unguarded touches no data
 */
export function gatherParts(): void {
  if (kept.chobaGathers) return;
  kept.chobaGathers = true;
  subscribe("http.server.request.start", (message) => {
    // Node's own channel: https://nodejs.org/api/diagnostics_channel.html#http
    gather((message as { response: ServerResponse }).response);
  });
}

type Write = ServerResponse["write"];
type End = ServerResponse["end"];

/** Whoever compresses an answer gives it ways of its own to write, to end and to flush: what they are given is gathered. */
function gather(response: ServerResponse) {
  const { write: plainWrite, end: plainEnd } = ServerResponse.prototype;
  const theirs: { write?: Write; end?: End; flush?: () => void } = {};
  let parts: Uint8Array[] = [];
  let bytes = 0;
  let due: ReturnType<typeof setTimeout> | undefined;

  /** False where the receiver is slower than we are: then it is waited for, by "drain". */
  const send = (isLast: boolean, told?: unknown): boolean => {
    clearTimeout(due);
    due = undefined;
    const all = Buffer.concat(parts);
    parts = [];
    bytes = 0;
    if (all.length === 0 || response.destroyed || !theirs.write) return true;
    const goesOn = Reflect.apply(theirs.write, response, told ? [all, told] : [all]);
    if (!isLast) theirs.flush?.();
    return goesOn;
  };

  const write = (chunk: string | Uint8Array, ...more: unknown[]): boolean => {
    const [encoding] = more;
    const part = typeof chunk === "string" ? Buffer.from(chunk, isEncoding(encoding) ? encoding : "utf8") : chunk;
    parts.push(part);
    bytes += part.length;
    // Whoever wants to hear when it was taken hears it when it is passed on.
    const told = more.find((one) => typeof one === "function");
    if (bytes >= ENOUGH_BYTES || told) return send(false, told);
    due ??= setTimeout(send, GATHERED_MS, false);
    return true;
  };
  const end = (...last: unknown[]) => {
    send(true);
    return Reflect.apply(theirs.end ?? plainEnd, response, last);
  };

  Object.defineProperties(response, {
    write: {
      configurable: true,
      get: () => (theirs.write ? write : plainWrite),
      set: (given: Write) => {
        theirs.write = given;
      },
    },
    end: {
      configurable: true,
      get: () => (theirs.end ? end : plainEnd),
      set: (given: End) => {
        theirs.end = given;
      },
    },
    // Asked for after each part: it is flushed when it is sent.
    flush: {
      configurable: true,
      get: () => theirs.flush && (() => {}),
      set: (given: () => void) => {
        theirs.flush = given;
      },
    },
  });
  response.once("close", () => clearTimeout(due));
}

const isEncoding = (given: unknown): given is BufferEncoding => typeof given === "string" && Buffer.isEncoding(given);

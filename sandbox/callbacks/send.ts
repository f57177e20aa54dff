import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";

export type Sent = { status: number | null; answer: string | null; problem: string | null; acknowledged: boolean };

export const LIMIT_MS = 10_000;
const LONGEST_ANSWER = 4_096;

/** One POST on a connection of its own; an answer is awaited for ten seconds, and a redirect is not followed. */
export function sendCallback(url: string, body: string, signature: string | null): Promise<Sent> {
  return new Promise((resolve) => {
    const failed = (error: Error) =>
      resolve({ status: null, answer: null, problem: error.message, acknowledged: false });

    const to = new URL(url);
    const request = (to.protocol === "https:" ? overHttps : overHttp)(
      to,
      {
        method: "POST",
        agent: false,
        signal: AbortSignal.timeout(LIMIT_MS),
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          ...(signature && { "x-signature": signature }),
        },
      },
      (response) => {
        const status = response.statusCode ?? null;
        let answer = "";
        const finish = () => resolve({ status, answer, problem: null, acknowledged: isAcknowledged(status, answer) });
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          answer = (answer + part).slice(0, LONGEST_ANSWER);
          if (answer.length < LONGEST_ANSWER) return;
          finish();
          request.destroy();
        });
        response.on("end", finish);
        response.on("error", failed);
      },
    );
    // Without this listener a 101 ends neither as a response nor as an error.
    request.on("upgrade", ({ statusCode = null }, socket) => {
      socket.destroy();
      resolve({ status: statusCode, answer: "", problem: null, acknowledged: false });
    });
    request.on("error", failed);
    request.end(body);
  });
}

/** 200 with SUCCESS as plain text or as a JSON string; nothing else counts. */
const isAcknowledged = (status: number | null, answer: string) =>
  status === 200 && ["SUCCESS", '"SUCCESS"'].includes(answer.trim());

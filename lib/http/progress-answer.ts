import "server-only";
import { log } from "@/lib/log";

/**
 * Answers while the work goes on: lines of JSON, `{ "progress": … }` as it is reported and `{ "answer": … }` last. What
 * fails before the first of them is thrown, so that a refusal keeps its status; later the response aborts. A reader that
 * leaves does not stop the work.
 */
export async function progressAnswer<Progress extends object>(
  work: (report: (progress: Progress) => void) => Promise<object>,
): Promise<Response> {
  const encoder = new TextEncoder();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let reader: ReadableStreamDefaultController<Uint8Array> | null = null;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      reader = controller;
    },
    cancel: () => {
      reader = null;
    },
  });
  const send = (line: object) => reader?.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
  const answer = work((progress) => {
    send({ progress });
    begin();
  });
  await Promise.race([answer, begun]);
  answer
    .then((value) => {
      send({ answer: value });
      reader?.close();
    })
    .catch((error: unknown) => {
      log.error({ error }, "http: the work failed after its answer had begun");
      reader?.error(error);
    });
  // A proxy that buffers would show the progress with the answer.
  return new Response(body, { headers: { "content-type": "application/x-ndjson", "x-accel-buffering": "no" } });
}

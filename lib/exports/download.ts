import type { Result } from "@/lib/result";

/** Encodings of files vary, so no charset is declared. */
const MEDIA_TYPES: Record<string, string> = {
  csv: "text/csv",
  txt: "text/plain",
  ndjson: "application/x-ndjson",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  zip: "application/zip",
};

/** `name`: in characters that every system accepts. `rows`: how many are to come. */
export type Download<Body = Buffer | string | ReadableStream<Uint8Array>> = { name: string; body: Body; rows?: number };

export const download = ({ name, body, rows }: Download): Response =>
  new Response(Buffer.isBuffer(body) ? new Uint8Array(body) : body, {
    headers: {
      "content-type": MEDIA_TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
      "content-disposition": `attachment; filename="${name}"`,
      ...(rows !== undefined && { "x-rows": String(rows) }),
    },
  });

export type CannotExport = { kind: "too_many"; most: number } | { kind: "busy" };

/** A list as a download; or why there is none, and whether to try again. */
export const downloadOfList = (file: Result<Download, CannotExport>): Response =>
  file.ok ? download(file.value) : Response.json(file.error, { status: file.error.kind === "busy" ? 503 : 422 });

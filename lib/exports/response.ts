import { textStream } from "@/lib/csv/text-stream";
import type { Result } from "@/lib/result";
import type { CannotExport, ListFile } from "./list-file";

/** A list as a download, with how many rows are to come; or why there is none, and whether to try again. */
export function listFileResponse(file: Result<ListFile, CannotExport>, name: string): Response {
  if (!file.ok) return Response.json(file.error, { status: file.error.kind === "busy" ? 503 : 422 });
  return new Response(textStream(file.value), {
    headers: {
      "content-type": name.endsWith(".ndjson") ? "application/x-ndjson" : "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "x-rows": String(file.value.count),
    },
  });
}

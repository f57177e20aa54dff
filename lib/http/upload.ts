/** The bytes of an upload, up to one over the limit. The framework's reader has no limit. */
export async function readUpload(request: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > maxBytes) break;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

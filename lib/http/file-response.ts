const MEDIA_TYPES = {
  csv: "text/csv",
  txt: "text/plain",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

type File = { name: string; extension: keyof typeof MEDIA_TYPES; body: Buffer };

/** A file to be saved. Its encoding may be any, so none is named. */
export const fileResponse = ({ name, extension, body }: File): Response =>
  new Response(new Uint8Array(body), {
    headers: {
      "content-type": MEDIA_TYPES[extension],
      "content-disposition": `attachment; filename="${name}.${extension}"`,
      "x-content-type-options": "nosniff",
    },
  });

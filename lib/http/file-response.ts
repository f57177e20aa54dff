const MEDIA_TYPES = {
  csv: "text/csv",
  txt: "text/plain",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

type File = { name: string; extension: keyof typeof MEDIA_TYPES; body: Buffer };

/** A download. Its encoding varies, so no charset is declared. */
export const fileResponse = ({ name, extension, body }: File): Response =>
  new Response(new Uint8Array(body), {
    headers: {
      "content-type": MEDIA_TYPES[extension],
      "content-disposition": `attachment; filename="${name}.${extension}"`,
      "x-content-type-options": "nosniff",
    },
  });

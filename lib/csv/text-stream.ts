type Source = { text: AsyncGenerator<string>; end: () => Promise<void> };

/** A text as the bytes of an answer, made as fast as they are taken. The source is ended also where nobody takes more. */
export function textStream({ text, end }: Source): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = await text.next();
        if (!next.done) return controller.enqueue(encoder.encode(next.value));
        await end();
        controller.close();
      } catch (error) {
        await end();
        // The answer breaks off, so that nobody takes a part for the whole.
        controller.error(error);
      }
    },
    cancel: end,
  });
}

type Source = { text: AsyncGenerator<string>; end: () => Promise<void> };

/** Streams a text as bytes with back-pressure. The source is closed if the reader stops. */
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
        // The response aborts, so that a part is never taken for the whole.
        controller.error(error);
      }
    },
    cancel: end,
  });
}

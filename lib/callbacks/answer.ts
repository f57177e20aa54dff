/** A response to a callback, independent of the framework. */
export type Answer = { status: number; text: string; headers: Record<string, string> };

export const say = (status: number, text: string, headers: Record<string, string> = {}): Answer => ({
  status,
  text,
  headers: { "content-type": "text/plain; charset=utf-8", ...headers },
});

export const asResponse = ({ status, text, headers }: Answer) => new Response(text, { status, headers });

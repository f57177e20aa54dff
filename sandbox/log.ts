export type Log = { line: (event: Record<string, unknown>) => void; error: (error: unknown) => void };

/** One line of JSON for each thing that happened, on stderr; stdout is kept for the addresses. */
export const log: Log = {
  line: (event) => void process.stderr.write(`${JSON.stringify(event)}\n`),
  error: (error) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${JSON.stringify({ error: reason })}\n`);
  },
};

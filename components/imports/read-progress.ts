/** Reads what `progressAnswer` sends; rejects where the connection ends before the answer is there. */
export async function readProgress<Progress, Answer>(
  response: Response,
  onProgress: (progress: Progress) => void,
): Promise<Answer> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    const lines = (rest + next.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const said: { progress: Progress } | { answer: Answer } = JSON.parse(line);
      if ("answer" in said) return said.answer;
      onProgress(said.progress);
    }
  }
  throw new TypeError("the answer was cut off");
}

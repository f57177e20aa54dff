/** The first field that needs a correction, in the form that this message belongs to. */
export function focusFirstProblem(message: HTMLElement | null) {
  const form = message?.closest("form") ?? message?.closest("section, li, main");
  form?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
}

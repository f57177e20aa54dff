export type Option = {
  value: string;
  text: string;
  /** As it is recorded, where that is searched for, too. */
  code?: string;
};

/** Those whose text or code holds what was typed. */
export function optionsWith(options: Option[], typed: string): Option[] {
  const part = typed.normalize("NFKC").trim().toLowerCase();
  return options.filter(({ text, code = "" }) => `${text}\n${code}`.toLowerCase().includes(part));
}

/** Those whose words, in either language, hold all that was typed. */
export function matching<C extends { text: string; also: string }>(commands: C[], typed: string): C[] {
  const words = plain(typed).split(/\s+/);
  return commands.filter(({ text, also }) => words.every((word) => plain(`${text} ${also}`).includes(word)));
}

const plain = (text: string) => text.normalize("NFKC").toLowerCase().trim();

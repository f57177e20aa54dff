/** An ID as it is written in ASCII. A Japanese input method may type each of these characters in full width. */
export const halfWidth = (id: string): string => id.replace(/[\uff01-\uff5e\u3000]/g, (wide) => wide.normalize("NFKC"));

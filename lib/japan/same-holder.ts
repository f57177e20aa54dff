import { fullWidthName, zenginOf } from "./zengin";

/** As a bank reads a name. Nothing but width, the size of kana and spaces is folded: ユキ and ユウキ are two people. */
const bankKey = (name: string): string => zenginOf(fullWidthName(name)).replaceAll(" ", "");

/** Whether a bank takes two spellings for one holder. `nameKey`, which searches compare, takes more for one. */
export const isSameHolder = (one: string, other: string): boolean => bankKey(one) === bankKey(other);

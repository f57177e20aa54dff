import { err, ok, type Result } from "@/lib/result";
import {
  type CharacterProblem,
  composeKana,
  dashesAndWavesToProlonged,
  type KanaChange,
  LOOK_ALIKES,
  problemOf,
} from "./kana";

/** One character that cannot stay. `position` counts characters of `value` from 0. */
export type KatakanaProblem = {
  code: CharacterProblem | "EMPTY" | "LEADING_PROLONGED";
  character: string;
  position: number;
  /** The katakana that the character looks like. */
  lookAlike?: string;
};

export type KatakanaName = {
  /** The text to store, to sign and to send. */
  value: string;
  /** Done without asking, to be shown. */
  changes: KanaChange[];
  /** Done, and to be accepted by a person: it could be wrong. */
  confirm: "DASH_TO_PROLONGED"[];
  warnings: "UNUSUAL_KANA"[];
};

export type KatakanaRefusal = {
  value: string;
  changes: KanaChange[];
  problems: KatakanaProblem[];
  /** A name that is right if the look-alikes and dots are what they seem; offered, never applied. */
  suggestion: string | null;
};

/** A player's name for KYC: full-width katakana and nothing else. Latin letters and kanji are never given a reading. */
export function readKatakana(typed: string): Result<KatakanaName, KatakanaRefusal> {
  const { text, changes } = composeKana(typed);
  const value = dashesAndWavesToProlonged(text);
  const problems = problemsOf(value);
  if (problems.length > 0) return err({ value, changes, problems, suggestion: suggestionFor(value) });
  return ok({
    value,
    changes,
    confirm: value === text ? [] : ["DASH_TO_PROLONGED"],
    warnings: UNUSUAL.test(value) ? ["UNUSUAL_KANA"] : [],
  });
}

/** Full-width katakana, but hardly ever part of a reading: ヮ ヰ ヱ ヵ ヶ. */
const UNUSUAL = /[\u30ee\u30f0\u30f1\u30f5\u30f6]/;

function problemsOf(value: string): KatakanaProblem[] {
  if (value === "") return [{ code: "EMPTY", character: "", position: 0 }];
  const characters = [...value];
  return characters.flatMap((character, position): KatakanaProblem[] => {
    const startsPart = position === 0 || characters[position - 1] === "\u3000";
    if (character === "ー") return startsPart ? [{ code: "LEADING_PROLONGED", character, position }] : [];
    if (character === "\u3000" || /[\u30a1-\u30f6]/.test(character)) return [];
    const lookAlike = LOOK_ALIKES.get(character);
    return [{ code: problemOf(character), character, position, ...(lookAlike && { lookAlike }) }];
  });
}

/** Only beside real kana: a name all in kanji has a reading, and that is not for us to guess. */
function suggestionFor(value: string): string | null {
  if (!/[\u30a1-\u30f6]/.test(value)) return null;
  const replaced = [...value].map((character) => LOOK_ALIKES.get(character) ?? character).join("");
  const suggestion = composeKana(replaced.replaceAll("・", "\u3000")).text;
  return problemsOf(suggestion).length === 0 ? suggestion : null;
}

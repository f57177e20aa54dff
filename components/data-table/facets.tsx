import type { ComponentProps } from "react";
import { ChoiceFilter } from "./choice-filter";
import type { Facet } from "./filter-bar";
import { DaysFilter, TextFilter } from "./filters";

/** A filter that is always shown. */
export const facet = (name: string, parts: Facet["parts"], filter: Facet["filter"], isFirst = true): Facet => ({
  ...{ name, parts, filter, isFirst },
});

/** Words for each value of a filter. */
export const optionsOf = <const Value extends string>(values: readonly Value[], text: (value: Value) => string) =>
  values.map((value) => ({ value, text: text(value) }));

type Choice = ComponentProps<typeof ChoiceFilter>;
type More = Pick<Choice, "counts" | "isSingle">;

export const choiceFacet = (name: string, part: string, options: Choice["options"], more?: More, isFirst?: boolean) =>
  facet(name, [part], <ChoiceFilter {...{ part, name, options }} {...more} />, isFirst);

export const textFacet = (name: string, part: string) => facet(name, [part], <TextFilter part={part} name={name} />);

type Days = ComponentProps<typeof DaysFilter>;

/** From one Tokyo day to another; in the address as `from` and `to`, where no other parts are named. */
export const daysFacet = (
  name: string,
  words: Days["words"],
  { parts = ["from", "to"], ...more }: Partial<Pick<Days, "parts" | "quick" | "dayOf">> = {},
  isFirst?: boolean,
) => facet(name, parts, <DaysFilter {...{ name, words, parts }} {...more} />, isFirst);

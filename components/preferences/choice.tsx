import { useHydrated } from "@/components/use-hydrated";

type Props<T extends string> = {
  label: string;
  options: { value: T; text: string; lang?: string }[];
  value: T;
  onChoose: (value: T) => void;
};

/** A few choices side by side, of which one holds. */
export function Choice<T extends string>({ label, options, value, onChoose }: Props<T>) {
  // Until the page can react, a click would be lost without a word.
  const hydrated = useHydrated();
  return (
    <fieldset
      disabled={!hydrated}
      className="flex w-fit overflow-hidden rounded-md border border-border-strong text-xs"
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          lang={option.lang}
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
          className="px-2 py-1 text-muted-foreground -outline-offset-2 hover:text-foreground aria-pressed:bg-card aria-pressed:font-semibold aria-pressed:text-foreground pointer-coarse:px-3 pointer-coarse:py-2"
        >
          {option.text}
        </button>
      ))}
    </fieldset>
  );
}

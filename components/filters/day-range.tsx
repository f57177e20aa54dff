import { Field, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type Ends = "from" | "to";
type Props = {
  id: string;
  days: { [End in Ends]?: string | undefined };
  words: Record<Ends, string>;
  names?: Record<Ends, string>;
};

const USUAL = { from: "from", to: "to" };

/** The first and the last Tokyo day of a filter, as two of its boxes. */
export function DayRange({ id, days, words, names = USUAL }: Props) {
  return (["from", "to"] as const).map((end) => (
    <Field key={end}>
      <FieldLabel htmlFor={`${id}-${names[end]}`}>{words[end]}</FieldLabel>
      <Input id={`${id}-${names[end]}`} name={names[end]} type="date" defaultValue={days[end] ?? ""} />
    </Field>
  ));
}

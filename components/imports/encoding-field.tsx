import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/components/forms/choice-select";
import { Field, FieldLabel } from "@/components/ui/field";
import { TEXT_ENCODINGS, type TextEncoding } from "@/lib/imports/text-encoding";

type Props = { value: TextEncoding | null; onChoose: (encoding: TextEncoding | null) => void };

/** The encoding of a file, where the one that was detected is not the right one. */
export function EncodingField({ value, onChoose }: Props) {
  const t = useTranslations("imports");
  return (
    <Field className="w-56">
      <FieldLabel htmlFor="file-encoding">{t("encoding")}</FieldLabel>
      <ChoiceSelect<TextEncoding | "">
        id="file-encoding"
        options={["", ...TEXT_ENCODINGS]}
        text={(one) => one || t("detect")}
        value={value ?? ""}
        onChange={(chosen) => onChoose(chosen || null)}
      />
    </Field>
  );
}

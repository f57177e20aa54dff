import { useTranslations } from "next-intl";
import { Field, FieldLabel } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { TEXT_ENCODINGS, type TextEncoding } from "@/lib/imports/text-encoding";

type Props = { value: TextEncoding | null; onChoose: (encoding: TextEncoding | null) => void };

/** The encoding of a file, where the one that was detected is not the right one. */
export function EncodingField({ value, onChoose }: Props) {
  const t = useTranslations("imports");
  return (
    <Field className="w-56">
      <FieldLabel htmlFor="file-encoding">{t("encoding")}</FieldLabel>
      <NativeSelect
        id="file-encoding"
        value={value ?? ""}
        onChange={({ target }) => onChoose(TEXT_ENCODINGS.find((one) => one === target.value) ?? null)}
      >
        <option value="">{t("detect")}</option>
        {TEXT_ENCODINGS.map((encoding) => (
          <option key={encoding} value={encoding}>
            {encoding}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}

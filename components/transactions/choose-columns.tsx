"use client";

import { useTranslations } from "next-intl";
import { Disclosure } from "@/components/ui/disclosure";
import { ORDER_COLUMNS, type OrderColumn } from "./order-columns";

type Props = { columns: OrderColumn[]; onChange: (columns: OrderColumn[]) => void };

/** Which columns the list has, for this browser. */
export function ChooseColumns({ columns, onChange }: Props) {
  const t = useTranslations("orders");
  const flip = (column: OrderColumn) =>
    onChange(ORDER_COLUMNS.filter((one) => (one === column ? !columns.includes(one) : columns.includes(one))));
  return (
    <div className="ml-auto max-lg:hidden">
      <Disclosure summary={t("columns")}>
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1 py-1">
          <legend className="sr-only">{t("columns")}</legend>
          {ORDER_COLUMNS.filter((column) => column !== "order").map((column) => (
            <label key={column} className="flex min-h-6 items-center gap-1.5">
              <input type="checkbox" checked={columns.includes(column)} onChange={() => flip(column)} />
              {t(`column.${column}`)}
            </label>
          ))}
        </fieldset>
      </Disclosure>
    </div>
  );
}

"use client";

import Form from "next/form";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { DayRange } from "@/components/filters/day-range";
import { FilterCard } from "@/components/filters/filter-card";
import { PLAIN } from "@/components/filters/filter-form";
import { Button, buttonVariants } from "@/components/ui/button";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import type { Environment } from "@/lib/environment";
import {
  addressOf,
  filtersIn,
  isFiltered,
  ORDER_TYPES,
  type OrderFilter,
  SHOWN_STATES,
  SORTS,
} from "@/lib/transactions/list/filter";
import { SOURCES } from "@/lib/transactions/status/status";
import { QuickDays } from "./quick-days";

type Props = {
  environment: Environment;
  filter: OrderFilter;
  /** What the address says, also where it means nothing. */
  given: Record<string, string | string[] | undefined>;
  /** The Tokyo day, as `2026-11-21`. */
  today: string;
};

const CURRENCIES = ["JPY", "THB", "USDT"];

/** Which orders the list shows. All of it stands in the address, so that a view can be kept, shared and gone back to. */
export function OrderFilters({ environment, filter, given, today }: Props) {
  const t = useTranslations("orders");
  const states = useTranslations("states");
  const evidence = useTranslations("evidence");
  const { currency = "", sort } = filter;
  const typed = (name: "least" | "most" | "from" | "to") => {
    const text = typeof given[name] === "string" ? given[name] : "";
    return { text, isMisread: text !== "" && filter[name] === undefined };
  };
  const amount = { least: typed("least"), most: typed("most") };
  const days = { today: t("days.today"), yesterday: t("days.yesterday"), month: t("days.month") };
  const hasAmount = amount.least.text !== "" || amount.most.text !== "";
  const hasPaid = (filter.paidFrom ?? filter.paidTo ?? filter.openOn) !== undefined;
  const hasMore = hasPaid || currency !== "" || filter.evidence !== undefined || hasAmount || sort !== "newest";
  return (
    // Remounted for each address, so that the fields always match the list below.
    <FilterCard
      key={addressOf(filter)}
      count={filtersIn(filter)}
      isOpen={amount.least.isMisread || amount.most.isMisread}
    >
      <Form action={`/${environment}/transactions`} className="grid gap-3">
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1.4fr_1.4fr_1fr_1fr]">
          <Field>
            <FieldLabel htmlFor="orders-type">{t("type")}</FieldLabel>
            <NativeSelect id="orders-type" name="type" defaultValue={filter.type ?? ""}>
              <option value="">{t("any")}</option>
              {ORDER_TYPES.map((type) => (
                <option key={type} value={type}>
                  {t("typeWord", { type })}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field>
            <FieldLabel htmlFor="orders-state">{t("state")}</FieldLabel>
            <NativeSelect id="orders-state" name="state" defaultValue={filter.state ?? ""}>
              <option value="">{t("any")}</option>
              {SHOWN_STATES.map((state) => (
                <option key={state} value={state}>
                  {states(state === "contradiction" ? "conflict" : state)}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field>
            <FieldLabel htmlFor="orders-player">{t("player")}</FieldLabel>
            <Input id="orders-player" name="player" defaultValue={filter.player ?? ""} kind="code" {...PLAIN} />
          </Field>
          <DayRange id="orders" days={filter} words={{ from: t("fromDay"), to: t("toDay") }} />
        </div>
        <details open={hasMore}>
          <summary className="w-fit text-[13px] leading-6 text-muted-foreground underline underline-offset-2 hover:text-foreground">
            {t("moreFilters")}
          </summary>
          <div className="grid gap-3 pt-2 sm:grid-cols-2 lg:grid-cols-5">
            <Field>
              <FieldLabel htmlFor="orders-currency">{t("currency")}</FieldLabel>
              <NativeSelect id="orders-currency" name="currency" defaultValue={currency}>
                <option value="">{t("any")}</option>
                {[...new Set([...CURRENCIES, ...(currency ? [currency] : [])])].map((code) => (
                  <option key={code}>{code}</option>
                ))}
              </NativeSelect>
            </Field>
            {(["least", "most"] as const).map((name) => (
              <Field key={name}>
                <FieldLabel htmlFor={`orders-${name}`}>{t(name)}</FieldLabel>
                <Input
                  id={`orders-${name}`}
                  name={name}
                  inputMode="decimal"
                  defaultValue={filter[name] ?? amount[name].text}
                  aria-invalid={amount[name].isMisread || undefined}
                  aria-describedby={amount[name].isMisread ? `orders-${name}-problem` : "orders-amount-hint"}
                  {...PLAIN}
                />
                {amount[name].isMisread && <FieldError id={`orders-${name}-problem`}>{t("noAmount")}</FieldError>}
              </Field>
            ))}
            <Field>
              <FieldLabel htmlFor="orders-evidence">{t("evidence")}</FieldLabel>
              <NativeSelect id="orders-evidence" name="evidence" defaultValue={filter.evidence ?? ""}>
                <option value="">{t("any")}</option>
                {SOURCES.map((source) => (
                  <option key={source} value={source}>
                    {evidence(source)}
                  </option>
                ))}
              </NativeSelect>
            </Field>
            <Field>
              <FieldLabel htmlFor="orders-sort">{t("sort")}</FieldLabel>
              <NativeSelect id="orders-sort" name="sort" defaultValue={sort}>
                {SORTS.map((name) => (
                  <option key={name} value={name}>
                    {t(`sorts.${name}`)}
                  </option>
                ))}
              </NativeSelect>
            </Field>
            <DayRange
              id="orders"
              days={{ from: filter.paidFrom, to: filter.paidTo }}
              words={{ from: t("paidFrom"), to: t("paidTo") }}
              names={{ from: "paidFrom", to: "paidTo" }}
            />
            <Field>
              <FieldLabel htmlFor="orders-open-on">{t("openOn")}</FieldLabel>
              <Input id="orders-open-on" name="openOn" type="date" defaultValue={filter.openOn ?? ""} />
            </Field>
            <FieldDescription id="orders-amount-hint" className="sm:col-span-2 lg:col-span-5">
              {t("amountHint")}
            </FieldDescription>
          </div>
        </details>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" variant="primary" size="field">
            {t("apply")}
          </Button>
          <QuickDays {...{ environment, filter, today }} words={{ ...days, all: t("quickDays") }} />
          {isFiltered(filter) && (
            <Link href={`/${environment}/transactions`} className={buttonVariants({ size: "field", variant: "quiet" })}>
              {t("clear")}
            </Link>
          )}
        </div>
      </Form>
    </FilterCard>
  );
}

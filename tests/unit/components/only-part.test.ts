import { describe, expect, test } from "vitest";
import { onlyPartOf } from "@/components/data-table/only-part";
import { withCurrency } from "@/components/order-list/list-currency";
import { SORTS } from "@/lib/transactions/list/filter";

describe("that there is nothing is said of a view or a search only where nothing else filters", () => {
  test("alone, also sorted by time or deadline", () => {
    expect([onlyPartOf("show=waiting"), onlyPartOf("q=WD-1&sort=oldest")]).toEqual(["show", "q"]);
    const alone = SORTS.filter((sort) => onlyPartOf(withCurrency({ show: "waiting", sort })) === "show");
    expect(alone).toEqual(["newest", "oldest", "urgent"]);
  });

  test.each(["q=WD-1", "from=2026-11-01", "currency=THB", "state=PENDING"])("not beside %s", (part) => {
    expect(onlyPartOf(`show=waiting&${part}`)).toBeNull();
  });

  test("a sort alone filters nothing", () => {
    expect(onlyPartOf("sort=oldest")).toBeNull();
  });
});

"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Docked } from "@/components/data-table/docked";
import { choiceFacet, optionsOf } from "@/components/data-table/facets";
import { ListAddressProvider, useListAddress } from "@/components/data-table/list-address";
import { type ListColumn, ListView } from "@/components/data-table/list-view";
import { useDocked } from "@/components/data-table/use-docked";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { useNavigate } from "@/components/navigation/use-navigate";
import { PlayerLink } from "@/components/orders/player-link";
import { buttonVariants } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import type { PageOptions } from "@/lib/list/cache";
import { payeeCache } from "@/lib/payees/cache";
import { PAYEE_ADDRESS, PAYEE_CHECKS, PAYEE_OPENED, PAYEE_STATUSES } from "@/lib/payees/rules";
import type { PayeeRow, PayeesView } from "@/lib/payees/schema";
import type { PayeeRights } from "./payee-body";
import { PayeePane } from "./payee-pane";
import { PayeeStatusBadge } from "./payee-status";

type Props = { environment: Environment; columns: readonly string[]; rights: PayeeRights };

const keyOf = ({ payeeId }: PayeeRow) => payeeId;

/** The payee book, the newest first, and beside it the payee that is open. On a narrow screen a row leads to its page. */
export function PayeeList(props: Props) {
  return (
    <ListAddressProvider path={`/${props.environment}/payees`} parts={PAYEE_ADDRESS}>
      <Payees {...props} />
    </ListAddressProvider>
  );
}

function Payees({ environment, columns, rights }: Props) {
  const t = useTranslations("payees");
  const { query } = useListAddress();
  const options = payeeCache.page(environment, query);
  const docked = useOpenPayee(environment, useFirst(options, query));
  const all: ListColumn<PayeeRow>[] = [
    {
      id: "holder",
      name: t("holder"),
      cell: (row) => <Holder environment={environment} row={row} />,
      isFixed: true,
      className: "xl:max-w-40",
    },
    {
      id: "account",
      name: t("account"),
      cell: (row) => <Account row={row} />,
      className: "max-lg:col-span-2 xl:max-w-36",
    },
    {
      id: "player",
      name: t("player"),
      cell: ({ playerId }) => playerId && <PlayerLink environment={environment} playerId={playerId} />,
      isTableOnly: true,
      isWide: true,
    },
    { id: "status", name: t("status"), cell: ({ status }) => <PayeeStatusBadge status={status} /> },
    {
      id: "paid",
      name: t("paid"),
      cell: ({ paid }) => paid,
      className: "figures text-right",
      isTableOnly: true,
      isWide: true,
    },
    {
      id: "added",
      name: t("added"),
      cell: ({ createdAt }) => <Timestamp at={createdAt} style="compact" />,
      className: "text-xs text-subtle-foreground",
      isTableOnly: true,
      isWide: true,
    },
  ];
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[31rem_minmax(0,1fr)]">
      <div className="min-w-0">
        <ListView<PayeeRow, PayeesView>
          list="payees"
          caption={t("lead")}
          options={options}
          keyOf={keyOf}
          columns={() => all}
          chosenColumns={columns}
          card="max-lg:[&>tr]:grid-cols-[1fr_auto] max-lg:[&>tr]:gap-x-2 max-lg:[&>tr]:gap-y-1 max-lg:[&>tr]:py-3"
          find={{ part: "q", name: t("find"), hint: t("findBy") }}
          facets={[
            choiceFacet(
              t("status"),
              "status",
              optionsOf(PAYEE_STATUSES, (status) => t(`statuses.${status}`)),
            ),
            choiceFacet(
              t("checked.name"),
              "check",
              optionsOf(PAYEE_CHECKS, (check) => t(`checked.${check}`)),
              { isSingle: true },
            ),
          ]}
          docked={docked}
          empty={{
            all: (
              <Empty title={t("emptyTitle")}>
                {t("emptyText")}
                {rights.mayEdit && (
                  <div className="mt-3">
                    <Link href={`/${environment}/payees/new`} className={buttonVariants({ variant: "primary" })}>
                      {t("new")}
                    </Link>
                  </div>
                )}
              </Empty>
            ),
            found: <Empty title={t("nothing")} />,
          }}
          copied={({ recipient, playerId }) =>
            [
              recipient.destinationAccountName,
              recipient.destinationName,
              recipient.destinationAccount,
              playerId ?? "",
            ].join("\t")
          }
        />
      </div>
      {docked.current !== null && (
        <div className="min-w-0 max-xl:hidden">
          <PayeePane key={docked.current} {...{ environment, rights }} payeeId={docked.current} />
        </div>
      )}
    </div>
  );
}

/** As wide as the list and a payee have room beside each other. */
const hasRoom = () => matchMedia("(min-width: 80rem)").matches;

/** The first of the list. It stays while the filter does: what is done about it puts no other in its place. */
function useFirst(options: PageOptions<PayeesView>, query: string): string | null {
  const rows = useQuery(options).data?.rows;
  const [first, setFirst] = useState<{ query: string | null; payeeId: string | null }>({ query: null, payeeId: null });
  if (rows !== undefined && first.query !== query) setFirst({ query, payeeId: rows[0]?.payeeId ?? null });
  return first.payeeId;
}

/** The payee beside the list is the first where the address names none. An opened one stands in the address. */
function useOpenPayee(environment: Environment, first: string | null): Docked {
  const navigate = useNavigate();
  const docked = useDocked(PAYEE_OPENED, () => null);
  return {
    ...docked,
    current: docked.current ?? first,
    open: (key, isStep) => {
      if (key !== null && !hasRoom()) return navigate.push(`/${environment}/payees/${key}`);
      docked.open(key, isStep);
    },
  };
}

function Holder({ environment, row }: { environment: Environment; row: PayeeRow }) {
  const t = useTranslations("payees");
  const { payeeId, recipient, label, kyc } = row;
  return (
    <span className="flex min-w-0 items-center gap-x-2 max-xl:flex-wrap">
      <Link
        prefetch={false}
        href={`/${environment}/payees/${payeeId}`}
        lang="ja"
        title={recipient.destinationAccountName}
        className="truncate font-semibold hover:underline"
      >
        {recipient.destinationAccountName}
      </Link>
      {label && <span className="text-xs text-muted-foreground xl:hidden">{label}</span>}
      {kyc.check === "differs" && (
        <span
          className="flex shrink-0 items-center gap-1 text-xs text-warning"
          title={t("kyc.differs", { name: kyc.name ?? "" })}
        >
          <TriangleAlert aria-hidden className="size-3.25" />
          <span className="xl:sr-only">{t("kyc.differs", { name: kyc.name ?? "" })}</span>
        </span>
      )}
    </span>
  );
}

function Account({ row: { recipient } }: { row: PayeeRow }) {
  const { destinationName, destinationBranchName, destinationAccount, masked } = recipient;
  const bank = [destinationName, destinationBranchName].filter(Boolean).join(" ");
  return (
    <span className="flex min-w-0 gap-1.5 text-sm text-muted-foreground">
      <span lang="ja" title={bank} className="truncate">
        {bank}
      </span>
      <span className="figures shrink-0">{masked ? destinationAccount : `•••${destinationAccount.slice(-4)}`}</span>
    </span>
  );
}

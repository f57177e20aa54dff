"use client";

import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ChoiceFilter } from "@/components/data-table/choice-filter";
import { FindField } from "@/components/data-table/find-field";
import { ListAddressProvider, useListAddress } from "@/components/data-table/list-address";
import { type ListColumn, ListView } from "@/components/data-table/list-view";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { PlayerLink } from "@/components/orders/player-link";
import { buttonVariants } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { fetchPage } from "@/lib/list/cache";
import { payeeCache } from "@/lib/payees/cache";
import { PAYEE_ADDRESS, PAYEE_STATUSES } from "@/lib/payees/rules";
import type { PayeeRow, PayeesView } from "@/lib/payees/schema";
import { PayeeStatusBadge } from "./payee-status";

type Props = { environment: Environment; columns: readonly string[]; mayEdit: boolean };

const keyOf = ({ payeeId }: PayeeRow) => payeeId;

/** The payee book, the newest first. */
export function PayeeList(props: Props) {
  return (
    <ListAddressProvider path={`/${props.environment}/payees`} parts={PAYEE_ADDRESS}>
      <Payees {...props} />
    </ListAddressProvider>
  );
}

function Payees({ environment, columns, mayEdit }: Props) {
  const t = useTranslations("payees");
  const router = useRouter();
  const { query, filter } = useListAddress();
  const all: ListColumn<PayeeRow>[] = [
    {
      id: "holder",
      name: t("holder"),
      cell: (row) => <Holder environment={environment} row={row} />,
      isFixed: true,
    },
    { id: "account", name: t("account"), cell: (row) => <Account row={row} />, className: "max-lg:col-span-2" },
    {
      id: "player",
      name: t("player"),
      cell: ({ playerId }) => playerId && <PlayerLink environment={environment} playerId={playerId} />,
      isTableOnly: true,
    },
    { id: "status", name: t("status"), cell: ({ status }) => <PayeeStatusBadge status={status} /> },
    {
      id: "paid",
      name: t("paid"),
      cell: ({ paid }) => paid,
      className: "figures text-right",
      isTableOnly: true,
    },
    {
      id: "added",
      name: t("added"),
      cell: ({ createdAt }) => <Timestamp at={createdAt} style="compact" />,
      className: "text-xs text-subtle-foreground",
      isTableOnly: true,
    },
  ];
  return (
    <ListView<PayeeRow, PayeesView>
      list="payees"
      caption={t("lead")}
      options={payeeCache.page(environment, query)}
      fresh={() => fetchPage<PayeesView>(payeeCache.path(environment), filter, new AbortController().signal)}
      keyOf={keyOf}
      columns={() => all}
      chosenColumns={columns}
      card="max-lg:[&>tr]:grid-cols-[1fr_auto] max-lg:[&>tr]:gap-x-2 max-lg:[&>tr]:gap-y-1 max-lg:[&>tr]:py-3"
      find={<FindField part="q" name={t("find")} hint={t("findBy")} />}
      facets={[
        {
          name: t("status"),
          parts: ["status"],
          isFirst: true,
          filter: (
            <ChoiceFilter
              part="status"
              name={t("status")}
              options={PAYEE_STATUSES.map((value) => ({ value, text: t(`statuses.${value}`) }))}
            />
          ),
        },
      ]}
      onOpen={(payeeId) => router.push(`/${environment}/payees/${payeeId}`)}
      empty={{
        all: (
          <Empty title={t("emptyTitle")}>
            {t("emptyText")}
            {mayEdit && (
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
  );
}

function Holder({ environment, row }: { environment: Environment; row: PayeeRow }) {
  const t = useTranslations("payees");
  const { payeeId, recipient, label, kyc } = row;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <Link
        prefetch={false}
        href={`/${environment}/payees/${payeeId}`}
        lang="ja"
        className="font-semibold hover:underline"
      >
        {recipient.destinationAccountName}
      </Link>
      {label && <span className="text-xs text-muted-foreground">{label}</span>}
      {kyc.check === "differs" && (
        <span className="flex items-center gap-1 text-xs text-warning">
          <TriangleAlert aria-hidden className="size-3.25" />
          {t("kyc.differs", { name: kyc.name ?? "" })}
        </span>
      )}
    </span>
  );
}

function Account({ row: { recipient } }: { row: PayeeRow }) {
  const { destinationName, destinationBranchName, destinationAccount, masked } = recipient;
  return (
    <span className="text-sm text-muted-foreground">
      <span lang="ja">{[destinationName, destinationBranchName].filter(Boolean).join(" ")}</span>{" "}
      <span className="figures">{masked ? destinationAccount : `•••${destinationAccount.slice(-4)}`}</span>
    </span>
  );
}

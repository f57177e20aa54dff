"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { FormGroup } from "@/components/forms/form-group";
import { showToast } from "@/components/toasts/toast-queue";
import { NativeSelect } from "@/components/ui/native-select";
import { Segmented } from "@/components/ui/segmented";
import type { Environment } from "@/lib/environment";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { recipientForm } from "@/lib/payees/recipient-form";
import type { FormEvent, FormState } from "@/lib/withdrawals/form-state";
import type { Choosable } from "./choosable";
import { LockedRecipient } from "./locked-recipient";
import { RecipientChoices } from "./recipient-choices";
import { hasRecipient, type RecipientWay, wayShown } from "./recipient-way";

export type RecipientChoice = {
  /** Null until a person has chosen. */
  way: RecipientWay | null;
  picked: Choosable | null;
};

type Props = {
  environment: Environment;
  typed: FormState;
  /** One of its fields needs a correction. */
  isRefused: boolean;
  /** How a recipient is usually given here. */
  usual: RecipientWay;
  choice: RecipientChoice;
  onChoose: (choice: RecipientChoice) => void;
  onEvent: (event: FormEvent) => void;
  /** The fields of an account that is typed. */
  children: ReactNode;
};

/** Who is paid. What stands in the form stays, in each view. */
export function RecipientGroup(props: Props) {
  const { environment, typed, isRefused, choice, onChoose, onEvent, children } = props;
  const t = useTranslations("withdrawals.recipients");
  const form = useTranslations("withdrawals.form");
  const { picked } = choice;
  // A person who leaves the fields that were shown for their correction may choose a recipient instead.
  const [isLeft, setIsLeft] = useState(false);
  if (isLeft && !isRefused) setIsLeft(false);
  const mustCorrect = isRefused && !isLeft;
  const way = wayShown({ typed, chosen: choice.way, usual: props.usual, mustCorrect });
  const isGiven = hasRecipient(typed);

  // What must be corrected must be seen, and stay so while it is corrected.
  useEffect(() => {
    if (mustCorrect && isGiven) onChoose({ way: "new", picked: null });
  }, [mustCorrect, isGiven, onChoose]);

  function pick(recipient: Choosable) {
    const { currency, destination, destinationAccount } = typed;
    // What stood in the form is gone with the press, so it can be brought back.
    if (picked === null && destination !== "" && destinationAccount !== "")
      showToast({
        text: t("replaced"),
        action: { label: t("undo"), onPress: () => bringBack(typed) },
      });
    onChoose({ way: recipient.payee ? "saved" : "recent", picked: recipient });
    onEvent({ kind: "recipient_picked", recipient: { ...fieldsOf(recipient), currency } });
    document.getElementById("field-amount")?.focus();
  }

  // Undo comes later than it was offered: the form may be one of another currency by then, and stays as it is.
  const currencyNow = useRef(typed.currency);
  useEffect(() => {
    currencyNow.current = typed.currency;
  }, [typed.currency]);

  function bringBack(before: FormState) {
    if (before.currency !== currencyNow.current) return;
    onChoose({ way: "new", picked: null });
    onEvent({ kind: "recipient_picked", recipient: recipientIn(before) });
  }

  return (
    <FormGroup
      number={1}
      title={t("title")}
      aside={
        <>
          <label htmlFor="field-currency" className="flex items-center gap-2 text-xs text-muted-foreground">
            {form("currency")}
            <NativeSelect
              id="field-currency"
              name="currency"
              className="min-h-8 py-1 text-sm"
              value={typed.currency}
              onChange={({ target }) => {
                onChoose({ way: choice.way, picked: null });
                onEvent({ kind: "typed", name: "currency", value: target.value });
              }}
            >
              {WITHDRAWAL_CURRENCIES.map((currency) => (
                <option key={currency}>{currency}</option>
              ))}
            </NativeSelect>
          </label>
          <Segmented
            label={t("way")}
            name="recipient-way"
            value={way}
            options={[
              { value: "saved", text: t("saved") },
              { value: "recent", text: t("recent") },
              { value: "new", text: t("new") },
            ]}
            onChoose={(chosen) => {
              setIsLeft(isRefused);
              onChoose({ way: chosen, picked });
            }}
          />
        </>
      }
    >
      {way === "new" ? (
        children
      ) : (
        <>
          <RecipientChoices
            // While those of another currency are being read, none of this one can be picked.
            key={`${way} ${typed.currency}`}
            environment={environment}
            currency={typed.currency}
            from={way}
            picked={picked?.key ?? null}
            problem={isRefused ? t(isGiven ? "correct" : "choose") : null}
            onPick={pick}
            onNew={() => onChoose({ way: "new", picked })}
          />
          {typed.destination !== "" && (
            <LockedRecipient
              environment={environment}
              typed={typed}
              from={picked?.referenceId ?? null}
              onChange={() => onChoose({ way: "new", picked })}
            />
          )}
        </>
      )}
    </FormGroup>
  );
}

/** The recipient that stands in the form. */
function recipientIn(typed: FormState) {
  const { currency, destination, destinationName, destinationBranchCode, destinationBranchName } = typed;
  const { destinationAccountType, destinationAccount, destinationAccountName } = typed;
  const { yuchoSymbol, yuchoNumber, yuchoSavings, payee, playerId, filledPlayerId } = typed;
  return {
    ...{ currency, destination, destinationName, destinationBranchCode, destinationBranchName },
    ...{ destinationAccountType, destinationAccount, destinationAccountName },
    ...{ yuchoSymbol, yuchoNumber, yuchoSavings, payee, playerId, filledPlayerId },
  };
}

function fieldsOf({ recipient, playerId, payee }: Choosable) {
  const { passbook, ...account } = recipient;
  const yucho = { yuchoSymbol: passbook?.symbol ?? null, yuchoNumber: passbook?.number ?? null };
  const player = { playerId: playerId ?? "", filledPlayerId: playerId ?? "" };
  return { ...recipientForm({ ...account, ...yucho }), ...player, payee: payee?.text ?? "" };
}

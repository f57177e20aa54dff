import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { CommandForm } from "@/components/forms/command-form";
import { TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { blockPayeeAction, unblockPayeeAction } from "@/lib/payees/actions";
import { payeeCache } from "@/lib/payees/cache";

type Props = { environment: Environment; payeeId: string; isBlocked: boolean };

/** Blocks a payee, or ends the block, with a reason. */
export function BlockPayee({ environment, payeeId, isBlocked }: Props) {
  const t = useTranslations("payees");
  const [reason, setReason] = useState("");
  const typed = { payeeId, reason };
  const options = { typed, changes: payeeCache.all(environment), refreshes: true };
  const block = useCommand((sent: typeof typed) => blockPayeeAction(environment, sent), options);
  const unblock = useCommand((sent: typeof typed) => unblockPayeeAction(environment, sent), options);
  const { send, isLeaving, fields } = isBlocked ? unblock : block;
  const word = isBlocked ? "unblock" : "block";
  return (
    <TitledCard title={t(`${word}Title`)}>
      <CommandForm isPending={isLeaving} onSend={() => send(typed)} className="grid gap-3 px-4 py-3.5">
        <p className="text-sm text-muted-foreground">{t(`${word}Lead`)}</p>
        <TextField name="blockReason" label={t("reason")} problem={fields.reason} value={reason} onChange={setReason} />
        <Button type="submit" className="justify-self-start" size="field" disabled={isLeaving}>
          {t(isLeaving ? "sending" : word)}
        </Button>
        {!fields.reason && (
          <>
            <CommandProblem of={block} say={(kind) => t(`problems.${kind}`)} />
            <CommandProblem of={unblock} say={(kind) => t(`problems.${kind}`)} />
          </>
        )}
      </CommandForm>
    </TitledCard>
  );
}

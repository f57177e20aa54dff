"use client";

import { useQuery } from "@tanstack/react-query";
import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Sending } from "@/components/commands/read-only";
import { CommandForm } from "@/components/forms/command-form";
import { randomUuid } from "@/components/forms/random-id";
import { useSurePush } from "@/components/navigation/use-sure-push";
import { playerPath } from "@/components/orders/player-link";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { isConverting } from "@/components/ui/is-converting";
import { useHydrated } from "@/components/use-hydrated";
import type { Environment } from "@/lib/environment";
import { LIVE } from "@/lib/fetch-view";
import { playerCache } from "@/lib/kyc/cache";
import type { PlayerRow } from "@/lib/kyc/schema";
import { EarlierRegistration } from "./earlier-registration";
import { RegistrationFields, type Typed } from "./registration-fields";
import { RegistrationProblem } from "./registration-problem";
import { RegistrationSummary } from "./registration-summary";
import { useRegisterPlayer } from "./use-register-player";

type Props = {
  environment: Environment;
  /** Made for this form: sent twice, it registers once. */
  formId: string;
  start: Typed;
  /** Where one came from to register a player. */
  back: Route | null;
};

/** Enter, send, follow. The input is kept after an error. */
export function NewRegistration({ environment, formId, start, back }: Props) {
  const t = useTranslations("players.form");
  const leaveTo = useSurePush();
  const hydrated = useHydrated();
  const [typed, setTyped] = useState(start);
  const [id, setId] = useState(formId);
  const [asked, setAsked] = useState(start.playerId);
  const register = useRegisterPlayer(environment, typed, ({ playerId }) => {
    const query = back === null ? "" : `?${new URLSearchParams({ back })}`;
    leaveTo(`${playerPath(environment, playerId)}${query}` as Route);
  });
  const { isPending } = register;
  const earlier = useHeldPlayer(environment, asked);
  const [agreed, setAgreed] = useState<Earlier | null>(null);
  // The name that was shown as it was ticked: the card may show a newer one by now, which the server then refuses.
  const replaces = agreed?.playerId === heldId(typed.playerId) ? { userName: agreed.userName } : null;

  function send() {
    // Enter in the field does not leave it.
    setAsked(typed.playerId);
    register.send({ ...typed, formId: id, replaces });
  }

  return (
    <Sending>
      <CommandForm
        isPending={isPending}
        onSend={send}
        onKeyDown={(event) => {
          // Enter that confirms a Japanese conversion sends nothing. Safari tells by the code 229 alone.
          if (event.key === "Enter" && isConverting(event)) event.preventDefault();
        }}
      >
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_23rem]">
          <Card className="grid gap-4.5 p-5">
            <RegistrationFields
              typed={typed}
              problems={register.fields}
              onType={(name, value) => setTyped((before) => ({ ...before, [name]: value }))}
              onPlayerLeft={setAsked}
            />
            <RegistrationProblem
              {...{ environment, register, typed }}
              onStartNew={() => {
                setId(randomUuid());
                register.reset();
              }}
            />
            <div className="flex flex-wrap items-center gap-3">
              <Button type="submit" variant="primary" size="field" disabled={!hydrated || isPending}>
                {isPending ? t("sending") : t("send")}
              </Button>
              {back !== null && (
                <Link href={back} className="text-sm text-primary underline">
                  {t("back")}
                </Link>
              )}
            </div>
          </Card>
          <div className="grid gap-4 lg:sticky lg:top-12">
            <RegistrationSummary typed={typed} />
            {/* What was sent just now is no earlier registration. */}
            {earlier && !register.isDone && (
              <EarlierRegistration
                environment={environment}
                asOf={earlier.asOf}
                row={earlier.row}
                name={typed.userName}
                isAgreed={agreed?.playerId === earlier.row.playerId && agreed.userName === earlier.row.userName}
                onAgree={(agrees) => setAgreed(agrees ? earlier.row : null)}
              />
            )}
          </div>
        </div>
      </CommandForm>
    </Sending>
  );
}

type Earlier = Pick<PlayerRow, "playerId" | "userName">;

const heldId = (playerId: string) => playerId.trim().normalize("NFC");

/** What we hold of the player with exactly this id, by the newest registration; null where nothing. */
function useHeldPlayer(environment: Environment, playerId: string) {
  const id = heldId(playerId);
  const { data } = useQuery({ ...playerCache.held(environment, [id]), enabled: id !== "", meta: LIVE });
  const row = data?.rows[0];
  return data && row ? { row, asOf: data.asOf } : null;
}

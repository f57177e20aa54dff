import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { Outside } from "@/components/sign-in/outside";
import { returnAddress } from "@/components/sign-in/return-address";
import { SecondStep } from "@/components/sign-in/second-step";
import { currentSecondStep, currentUser } from "@/lib/http/current-user";

/** The step after the password; redirects users without a second factor, or who have shown it. */
export default async function SecondStepPage({ searchParams }: PageProps<"/sign-in/second-step">) {
  const wanted = (await searchParams).return;
  const returnTo = returnAddress(typeof wanted === "string" ? wanted : undefined);
  if (await currentUser()) redirect(returnTo);
  const means = await currentSecondStep();
  if (!means) redirect(`/sign-in?return=${encodeURIComponent(returnTo)}`);
  const t = await getTranslations();
  return (
    <Outside title={t("signIn.secondStep")} lead={t("signIn.secondStepLead")}>
      <ClientBoundary messages={["signIn", "stepUp"]}>
        <SecondStep means={means} returnTo={returnTo} />
      </ClientBoundary>
      <p className="mt-4 text-sm text-muted-foreground">{t("signIn.lostFactor")}</p>
    </Outside>
  );
}

import { useTranslations } from "next-intl";
import { useProposalWords } from "@/components/approvals/use-proposal-words";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { Alert, AlertTitle } from "@/components/ui/alert";
import type { EndedRequest } from "@/lib/dashboard/schema";
import type { Environment } from "@/lib/environment";
import { DismissRequest } from "./dismiss-request";
import { EndedPlace } from "./ended-place";
import { EndedWords } from "./ended-words";
import { useDismissWords } from "./use-dismiss-words";

type Props = { environment: Environment; requests: EndedRequest[] };

/** On the page where such changes are proposed: what became of the reader's own that were not applied. */
export function EndedRequests({ environment, requests }: Props) {
  const t = useTranslations("approvals");
  return (
    <EndedPlace label={t("yours")} ids={requests.map(({ id }) => id)}>
      {requests.length > 0 && (
        <ClientBoundary messages={["problems", "stepUp", "common.*"]}>
          {requests.map((request) => (
            <Ended key={request.id} environment={environment} request={request} />
          ))}
        </ClientBoundary>
      )}
    </EndedPlace>
  );
}

function Ended({ environment, request }: { environment: Environment; request: EndedRequest }) {
  const t = useTranslations("approvals");
  const about = useProposalWords()(request);
  const words = useDismissWords()(request.kind);
  return (
    <Alert tone="watch" className="print:hidden">
      <AlertTitle id={request.id}>
        {t(`kinds.${request.kind}`)}
        {about && <> · {about}</>}
      </AlertTitle>
      <EndedWords request={request} />
      <DismissRequest environment={environment} proposalId={request.id} words={words} />
    </Alert>
  );
}

import Link from "next/link";
import { LinkPending } from "@/components/navigation/link-label";
import type { Environment } from "@/lib/environment";

export const playerPath = (environment: Environment, playerId: string) =>
  `/${environment}/players/${encodeURIComponent(playerId)}` as const;

export function PlayerLink({ environment, playerId }: { environment: Environment; playerId: string }) {
  return (
    <Link
      prefetch={false}
      href={playerPath(environment, playerId)}
      className="inline-block min-h-6 font-mono text-xs/6 break-all text-primary hover:underline"
    >
      {playerId}
      <LinkPending shape="record" />
    </Link>
  );
}

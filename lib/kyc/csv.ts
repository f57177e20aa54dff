import type { Cell } from "@/lib/csv/file";
import { tokyoCell, zoned } from "@/lib/time";
import type { Submission } from "@/lib/transactions/submission/submission";
import type { KycDisplayStatus } from "./state";

/** A player as a file tells it. The name is as the reader may see it. */
export type SheetPlayer = {
  createdAt: Date;
  playerId: string;
  userName: string | null;
  currency: string;
  state: KycDisplayStatus;
  status: string | null;
  submission: Submission | null;
  evidence: string | null;
  evidenceAt: Date | null;
  updatedAt: Date;
};

export const PLAYER_HEAD = [
  ...[zoned("createdAt"), "playerId", "userName", "currency", "state", "status", "submission", "evidence"],
  ...[zoned("evidenceAt"), zoned("updatedAt")],
];

/** `isText`: IDs and names as cells that Excel leaves as they are, so that `0042` stays `0042`. */
export const playerCells =
  (isText: boolean) =>
  (player: SheetPlayer): Cell[] => {
    const text = (value: string | null) => (isText ? { text: value ?? "" } : value);
    const time = (at: Date | null) => at && tokyoCell(at);
    return [
      ...[time(player.createdAt), text(player.playerId), text(player.userName), player.currency, player.state],
      ...[text(player.status), player.submission, player.evidence],
      ...[time(player.evidenceAt), time(player.updatedAt)],
    ];
  };

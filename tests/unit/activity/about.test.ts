import { expect, test } from "vitest";
import { kindOfSubject } from "@/components/activity/about";

test("a line about a player leads to the player, and one about a file of players to the file", () => {
  expect(kindOfSubject({ action: "registration.requested", detail: {} })).toBe("player");
  expect(kindOfSubject({ action: "pii.revealed", detail: { about: "player" } })).toBe("player");
  expect(kindOfSubject({ action: "registration.import_started", detail: { name: "p.csv" } })).toBe("player_file");
  expect(kindOfSubject({ action: "team.invited", detail: {} })).toBeNull();
});

import { expect, test } from "vitest";
import { withLink } from "@/components/team/with-link";

const mio = { email: "mio@demo.example", url: "https://console.example/sign-in/link/1" };
const ken = { email: "ken@demo.example", url: "https://console.example/sign-in/link/2" };

test("a link stays beside those of other users, and when a change makes none", () => {
  expect(withLink([mio], ken)).toEqual([mio, ken]);
  expect(withLink([mio], null)).toEqual([mio]);
});

test("a newer link for the same user takes the place of the one that it voids", () => {
  const newer = { ...mio, url: "https://console.example/sign-in/link/3" };
  expect(withLink([mio, ken], newer)).toEqual([ken, newer]);
});

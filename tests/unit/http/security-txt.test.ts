import { expect, test } from "vitest";
import { securityTxt } from "@/lib/http/security-txt";

test("security.txt names a contact and a date less than a year ahead, at its own address", () => {
  const now = new Date("2026-11-21T17:00:00Z");
  const text = securityTxt({ contact: "mailto:security@shop.example", appUrl: "https://console.example", now });
  expect(text.split("\n")).toEqual([
    "Contact: mailto:security@shop.example",
    "Expires: 2027-05-20T00:00:00.000Z",
    "Preferred-Languages: en, ja",
    "Canonical: https://console.example/.well-known/security.txt",
    "",
  ]);
});

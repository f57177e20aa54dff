import { expect, test } from "vitest";
import { csvStream } from "@/lib/csv/stream";

test("a negative number stays one, and what a spreadsheet takes for a formula gets an apostrophe", async () => {
  async function* rows() {
    yield [["-5000", "-0.25", "-1+1", "=A1", "+81", "＝A1", "-", "a-1"]];
  }
  const text = await new Response(csvStream(["amount"], rows())).text();
  expect(text.replace("\ufeff", "").split("\r\n")[1]).toBe("-5000,-0.25,'-1+1,'=A1,'+81,'＝A1,'-,a-1");
});

import { stringify } from "csv-stringify/sync";
import { expect, test } from "vitest";
import { csv, idCell } from "@/lib/csv/file";
import { csvStream } from "@/lib/csv/stream";
import { SPREADSHEET } from "@/lib/csv/text-cell";

test("a negative number stays one, and what a spreadsheet takes for a formula gets an apostrophe", async () => {
  async function* rows() {
    yield [["-5000", "-0.25", "-1+1", "=A1", "+81", "＝A1", "-", "a-1"]];
  }
  const text = await new Response(csvStream(["amount"], rows())).text();
  expect(text.replace("\ufeff", "").split("\r\n")[1]).toBe("-5000,-0.25,'-1+1,'=A1,'+81,'＝A1,'-,a-1");
});

test.each(["a\nb", "a\rb", "a\r\nb"])("a cell with a line break, %j, is one cell", (cell) => {
  const file = `\ufeffnote,by\r\n"${cell}",c\r\n`;
  expect(csv(["note", "by"], [[cell, "c"]])).toBe(file);
  expect(
    stringify(
      [
        ["note", "by"],
        [cell, "c"],
      ],
      SPREADSHEET,
    ),
  ).toBe(file);
});

test("an ID that Excel would cut or round as a number is text, and no other is changed", () => {
  const ids = ["000123", "1234567890123456", "123456789012345", "0", "R-001", "=A1", ""];
  expect(
    csv(
      ["reference"],
      ids.map((id) => [idCell(id)]),
    ),
  ).toBe(
    [
      ...["\ufeffreference", '"=""000123"""', '"=""1234567890123456"""', "123456789012345", "0", "R-001", "'=A1", ""],
      "",
    ].join("\r\n"),
  );
});

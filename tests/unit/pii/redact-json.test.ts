import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskedExchange, maskedJson, personalValues } from "@/lib/pii/redact-json";

describe("a body without what is personal in it", () => {
  test("every other byte stays as it came", () => {
    const came =
      '{ "userName" :"ヤマダ　タロウ",\n\t"playerId":"p-1", "amount": 1.50e3, "destinationAccount":"0123456" }';
    expect(maskedJson(came)).toEqual({
      text: '{ "userName" :"ヤ•••",\n\t"playerId":"p-1", "amount": 1.50e3, "destinationAccount":"•••456" }',
      shown: "masked",
    });
  });

  test.each([
    ["an escaped name", '{"userName":"\\u30e4\\u30de\\u30c0"}', '{"userName":"ヤ•••"}'],
    ["an escaped field", '{"user\\u004eame":"ヤマダ"}', '{"user\\u004eame":"ヤ•••"}'],
    ["an account as a number", '{"receiverAccount":1234567}', '{"receiverAccount":"•••567"}'],
    ["an unannounced field", '{"holder":"ヤマダ","age":41}', '{"holder":"•••","age":"•••"}'],
    [
      "what is inside of one",
      '{"who":{"message":"ヤマダ","list":["x",[1]]}}',
      '{"who":{"message":"•••","list":["•••",["•••"]]}}',
    ],
    ["a list under a known field", '{"userName":["ヤマダ"]}', '{"userName":["ヤ•••"]}'],
    ["a text alone", '"ヤマダ"', '"•••"'],
    ["a list without names", '["ヤマダ",7]', '["•••","•••"]'],
    ["a list of orders", '[{"status":"FAILED","userName":"ヤ"}]', '[{"status":"FAILED","userName":"ヤ•••"}]'],
    ["an object in a message", '{"message":{"a":"ヤマダ"}}', '{"message":{"a":"•••"}}'],
    ["prototype names", '{"__proto__":"ヤマダ","constructor":"x"}', '{"__proto__":"•••","constructor":"•••"}'],
  ])("%s", (_what, came, shown) => {
    expect(maskedJson(came)).toEqual({ text: shown, shown: "masked" });
  });

  test.each([
    '{"transaction_id":"t","status":"COMPLETED","amount":12000.0,"actual_amount":null,"player_id":"1_p"}',
    '{"fields":["amount","currency"],"message":"Bad \\u0061mount","code":"X"}',
    '{"holder":null,"isNew":true,"userName":""}',
    "{}",
    " ",
    "",
  ])("nothing is personal in %s", (came) => {
    expect(maskedJson(came)).toEqual({ text: came, shown: "whole" });
  });

  test.each(["<html>ヤマダ</html>", '{"userName":"ヤマダ"', '{"a":1,"a":"ヤマダ"}', "[".repeat(64) + "]".repeat(64)])(
    "what cannot be read is withheld: %s",
    (came) => {
      expect(maskedJson(came)).toEqual({ text: "", shown: "withheld" });
    },
  );

  test("an answer that repeats the name of the request does not give it away", () => {
    const { request, answer } = maskedExchange({
      requestBody: '{"destinationAccountName":"ヤマダ　タロウ","destinationAccount":"0123456"}',
      body: '{"message":"name ヤマダ　タロウ of 0123456 is wrong"}',
    });
    expect(request.text).toBe('{"destinationAccountName":"ヤ•••","destinationAccount":"•••456"}');
    expect(answer).toEqual({ text: '{"message":"name ••• of ••• is wrong"}', shown: "masked" });
  });

  test("a name under its field is never shown in any surroundings, and the rest is", () => {
    const name = "ゼッタイニミエナイ";
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.boolean(), (value, escapes) => {
        const json = JSON.stringify({ status: "OK", extra: value, userName: name });
        const came = escapes
          ? json.replaceAll(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
          : json;
        const { text, shown } = maskedJson(came);
        expect(shown).toBe("masked");
        expect(JSON.parse(text)).toMatchObject({ status: "OK", userName: "ゼ•••" });
        expect(personalValues(came)).toEqual([name]);
      }),
    );
  });
});

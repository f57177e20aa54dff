import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A command whose problems stand at single fields, in a form that does not say what stands in it now. */
function forgetsChanges(code: string): boolean {
  const commands = [...code.matchAll(/const (?:\{ )?(\w+)(?: \})? = use(?:Command|Change|Freezes)\(/g)];
  return !/\btyped\b/.test(code) && commands.some(([, name]) => code.includes(`${name}.fields`));
}

test("a corrected field is not marked any more", () => {
  const forms = globSync("components/**/*.tsx").map((path) => ({ path, code: readFileSync(path, "utf8") }));
  expect(forms.filter(({ code }) => /\.fields\b/.test(code)).length).toBeGreaterThan(20);
  expect(forms.filter(({ code }) => forgetsChanges(code)).map(({ path }) => path)).toEqual([]);
});

test("a form that forgets what was changed is found", () => {
  expect(forgetsChanges("const save = useCommand(saveAction); <TextField problem={save.fields.name} />")).toBe(true);
  expect(
    forgetsChanges("const save = useCommand(saveAction, { typed }); <TextField problem={save.fields.name} />"),
  ).toBe(false);
});

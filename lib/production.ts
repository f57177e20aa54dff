import { movesMoney, ROLES, type Role } from "./auth/permissions";

/** Whether nothing on a network can read what is sent to this address: https, or this machine itself. */
export const isPrivateAddress = (url: string): boolean =>
  URL.canParse(url) &&
  (url.startsWith("https:") || /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname));

/** Undefined: cannot be read, which is a problem of its own. */
type Production = {
  appUrl: string | undefined;
  baseUrl: string | undefined;
  rolesWithSecondFactor: readonly Role[] | undefined;
  secondFactor: "required" | "optional" | undefined;
};

/** Why production must not start with these settings: each problem by its variable, with what to do. */
export function productionProblems({ appUrl, baseUrl, rolesWithSecondFactor, secondFactor }: Production): string[] {
  const missing = ROLES.filter((role) => movesMoney(role) && rolesWithSecondFactor?.includes(role) === false);
  return [
    ...(appUrl === undefined || isPrivateAddress(appUrl)
      ? []
      : ["APP_URL: must be https where production is configured. Put a proxy with TLS before the console"]),
    ...(baseUrl === undefined || isPrivateAddress(baseUrl)
      ? []
      : ["PAYMENTS_PRODUCTION_BASE_URL: must be https. Answers of the Payments API over plain http can be forged"]),
    ...(missing.length === 0 || secondFactor !== "required"
      ? []
      : [
          `REQUIRE_SECOND_FACTOR_ROLES: must name every role that moves money where production is configured; add ${missing.join(",")}. To go without, set SECOND_FACTOR_IN_PRODUCTION=optional: each start logs it`,
        ]),
  ];
}

import type { Route } from "next";

/** Where to go after signing in: a path of this console and nothing else, so that no link can lead elsewhere. */
export function returnAddress(wanted: string | undefined): Route {
  const nowhere = "https://choba.invalid";
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, nowhere)) return "/";
  const { origin, pathname, search } = new URL(wanted, nowhere);
  if (origin !== nowhere || pathname.startsWith("/sign-in") || pathname.startsWith("//")) return "/";
  return (pathname + search) as Route;
}

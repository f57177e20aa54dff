"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { apiStatusCache } from "@/lib/api-status/cache";
import type { Environment } from "@/lib/environment";

/** What is known of the connection: the page begins with it, and it is read again with any news. */
export const useKnownConnection = (environment: Environment) => useSuspenseQuery(apiStatusCache.known(environment));

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

type Key = Parameters<Awaited<ReturnType<typeof getTranslations<never>>>>[0];

/** The title of a page whose name is one message. */
export const pageTitle = (key: Key) => async (): Promise<Metadata> => ({ title: (await getTranslations())(key) });

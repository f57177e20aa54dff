import type { Messages, NamespaceKeys, NestedKeyOf, useTranslations } from "next-intl";

/** What `useTranslations(namespace)` and `getTranslations(namespace)` return: for functions that find words. */
export type Translator<N extends NamespaceKeys<Messages, NestedKeyOf<Messages>>> = ReturnType<
  typeof useTranslations<N>
>;

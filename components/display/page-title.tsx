/**
 * What the tab says. It is a part of the page and changes with it: the framework's metadata come after the page, and
 * until they are there the tab has no title, which screen readers then read as none.
 */
export const PageTitle = ({ children }: { children: string }) => <title>{`${children} · Choba`}</title>;

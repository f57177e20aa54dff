import type { ReactNode } from "react";

type Props = { title: ReactNode; aside?: ReactNode; actions?: ReactNode; children: ReactNode };

/** Every page begins alike: what it is, and the one thing one can do from here. */
export function PageFrame({ title, aside, actions, children }: Props) {
  return (
    <>
      <div className="mb-4.5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>{title}</h1>
        {aside && <p className="text-muted-foreground">{aside}</p>}
        {actions && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </>
  );
}

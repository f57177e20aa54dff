import type { Environment } from "@/lib/environment";
import { EnvironmentSwitch } from "./environment-switch";
import { SearchBox } from "./search-box";

export function TopBar({ environment, offered }: { environment: Environment; offered: Environment[] }) {
  return (
    <header className="flex items-center justify-between gap-3 border-b border-border px-4 py-2.5 md:px-7 print:hidden">
      <SearchBox environment={environment} />
      <EnvironmentSwitch environment={environment} offered={offered} />
    </header>
  );
}

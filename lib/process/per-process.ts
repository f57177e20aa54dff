const kept = globalThis as { chobaKept?: Map<string, unknown> };

/** What there is one of in a process: Next loads server modules more than once (reloads, separate bundles). */
export function perProcess<T>(name: string, make: () => T): T {
  kept.chobaKept ??= new Map();
  if (!kept.chobaKept.has(name)) kept.chobaKept.set(name, make());
  return kept.chobaKept.get(name) as T;
}

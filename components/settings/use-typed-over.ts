"use client";

import { useState } from "react";

/**
 * A form that begins with what is in force, which another user's decision may change meanwhile. The caller restarts it
 * where nothing was typed, and says so where something was.
 */
export function useTypedOver<InForce, Typed>(
  inForce: InForce,
  { begin, read }: { begin: (inForce: InForce) => Typed; read: (typed: Typed) => unknown },
) {
  const [base, setBase] = useState(inForce);
  const [typed, setTyped] = useState(() => begin(inForce));
  return {
    typed,
    setTyped,
    isOutdated: !isSame(base, inForce),
    isTouched: !isSame(read(typed), read(begin(base))),
    restart: () => {
      setBase(inForce);
      setTyped(begin(inForce));
    },
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

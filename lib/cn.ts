import { type ClassValue, clsx } from "clsx";

/**
 * Joins class names. It does not settle which of two wins where both set one property: the code for that weighs 9 kB
 * on every page. What a component's callers may vary is therefore a variant of it, never a class set twice.
 */
export const cn = (...classes: ClassValue[]) => clsx(classes);

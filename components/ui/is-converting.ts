import type { KeyboardEvent } from "react";

/** The key belongs to an input method that is converting. Some browsers say so by code 229 alone. */
export const isConverting = ({ nativeEvent, keyCode }: KeyboardEvent) => nativeEvent.isComposing || keyCode === 229;

import fc from "fast-check";

const anyCharacter = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }),
  fc.integer({ min: 0x3000, max: 0x30ff }),
  fc.integer({ min: 0, max: 0xffff }),
  fc.integer({ min: 0x10000, max: 0x10ffff }),
);

/** Any text that a string can hold, halves of surrogate pairs included. */
export const anyText = fc.string({ unit: anyCharacter.map((point) => String.fromCodePoint(point)), maxLength: 30 });

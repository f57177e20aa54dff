/** A day whose year is still being typed begins with zeros, and one of another century is no day of ours. */
export const isWholeDay = (typed: string) => /^2\d{3}-\d{2}-\d{2}$/.test(typed);

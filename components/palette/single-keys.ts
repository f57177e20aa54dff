/** Whether single characters are shortcuts in this browser: users of speech input may disable them. */
const KEY = "choba.single-keys";

export const singleKeysAreOn = () => {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
};

export function turnSingleKeys(on: boolean) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // Then it holds for as long as the page does not ask again.
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_DAYS = 90;

/**
 * A warning where the pinned list of Japanese banks has grown old: branches open, close and merge every month. It
 * fails nothing, as the list only advises.
 * @param {string} version of the package, such as 1.0.0-p20260824
 * @param {Date} now
 */
export function directoryWarning(version, now) {
  const [, year, month, day] = /p(\d{4})(\d\d)(\d\d)$/.exec(version) ?? [];
  const days = Math.floor((now.getTime() - Date.parse(`${year}-${month}-${day}T00:00:00Z`)) / DAY_MS);
  if (days <= OLD_DAYS) return null;
  const age = Number.isNaN(days) ? "of an unknown day" : `${days} days old`;
  return `! The list of Japanese banks (zengin-code ${version}) is ${age}; more than ${OLD_DAYS} is too old.`;
}

/** In milliseconds; where the system allows more between two clicks, the second one may be meant by itself. */
const LONGEST_MS = 500
let lastMs = -Infinity

/** Whether a click is the second of a double click, which on a button that plays and pauses would take the first one back. */
export function isSecondClick({ detail, timeStamp }: { detail: number; timeStamp: number }): boolean {
  const isSoon = timeStamp - lastMs < LONGEST_MS
  lastMs = timeStamp
  return detail === 2 && isSoon
}

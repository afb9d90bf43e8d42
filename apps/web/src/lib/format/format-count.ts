/** 1234567 as 1,234,567, which all three languages write alike. By hand, so that server and browser cannot differ. */
export function formatCount(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Whole hours and minutes of a length in seconds; below a minute it is one minute, for nothing lasts none. */
export function hoursAndMinutes(durationSeconds: number): { hours: number; minutes: number } {
  const total = Math.max(1, Math.round(durationSeconds / 60))
  return { hours: Math.floor(total / 60), minutes: total % 60 }
}

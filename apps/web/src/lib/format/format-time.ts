/** `mm:ss`, or `hh:mm:ss` from an hour on, without fractions. */
export function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const rest = [Math.floor(whole / 60) % 60, whole % 60]
  return (hours > 0 ? [hours, ...rest] : rest).map((part) => String(part).padStart(2, '0')).join(':')
}

/** Returns whole hours and minutes of a duration in seconds; at least one minute. */
export function hoursAndMinutes(durationSeconds: number): { hours: number; minutes: number } {
  const total = Math.max(1, Math.round(durationSeconds / 60))
  return { hours: Math.floor(total / 60), minutes: total % 60 }
}

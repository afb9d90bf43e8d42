/** A duration in its largest unit, rounded: at least a minute. */
export type RoughSpan = { unit: 'minutes' | 'hours' | 'days'; count: number }

export function roughSpan(durationSeconds: number): RoughSpan {
  const minutes = Math.round(durationSeconds / 60)
  if (minutes < 100) return { unit: 'minutes', count: Math.max(1, minutes) }
  const hours = Math.round(minutes / 60)
  return hours < 48 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.round(hours / 24) }
}

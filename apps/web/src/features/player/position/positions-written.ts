const listeners = new Set<() => void>()

/** To be called whenever this page has saved a position. */
export function announcePositionsWritten(): void {
  for (const listener of listeners) listener()
}

/** Calls whenever this page has saved a position. */
export function onPositionsWritten(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** From the Network Information API, which few browsers have. */
export type ConnectionFacts = {
  saveData?: boolean
  effectiveType?: string
  /** `cellular`, `wifi` …; missing on computers. */
  type?: string
}

declare global {
  interface Navigator {
    readonly connection?: ConnectionFacts & Partial<EventTarget>
  }
}

/** Whether the visitor or the connection wants nothing loaded that is not needed. */
export function savesData({ saveData, effectiveType }: ConnectionFacts): boolean {
  return saveData === true || effectiveType === '2g' || effectiveType === 'slow-2g'
}

/** Whether a connection is charged by volume; null where the browser does not say. */
export function isMetered({ saveData, type }: ConnectionFacts): boolean | null {
  if (saveData === true || type === 'cellular') return true
  return type === undefined ? null : false
}

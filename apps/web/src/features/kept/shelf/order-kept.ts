import type { KeptEntry } from '../kept.store.ts'

export const keptOrders = ['kept', 'title', 'size', 'release', 'duration'] as const
export type KeptOrder = (typeof keptOrders)[number]

/** Returns works in an order; equal ones as they were kept, the last one first. */
export function orderKept(entries: readonly KeptEntry[], order: KeptOrder, locale: string): KeptEntry[] {
  const latest = [...entries].sort((a, b) => b.keptAtMs - a.keptAtMs || a.workId - b.workId)
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const rules: Record<KeptOrder, (a: KeptEntry, b: KeptEntry) => number> = {
    kept: () => 0,
    title: (a, b) => compare(a.work.title, b.work.title),
    size: (a, b) => b.sum.receivedBytes - a.sum.receivedBytes,
    release: (a, b) => compareTexts(b.work.release, a.work.release),
    duration: (a, b) => b.work.duration - a.work.duration,
  }
  return latest.sort(rules[order])
}

const compareTexts = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

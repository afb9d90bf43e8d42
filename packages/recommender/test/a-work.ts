import type { Listening, WorkFacts } from '../src/index.ts'

export const DAY_MS = 86_400_000
export const NOW = Date.UTC(2026, 10, 20)

/** A work with only these facts, in its own group. */
export function aWork(id: number, facts: Partial<WorkFacts> = {}): WorkFacts {
  return {
    id,
    group: id,
    circle: null,
    voices: [],
    tags: [],
    released: null,
    added: null,
    sales: 0,
    rating: 0,
    ratings: 0,
    ...facts,
  }
}

/** A member's full listening of a work today. */
export function listened(listener: number, work: number, row: Partial<Listening> = {}): Listening {
  return { listener, source: listener, isAnonymous: false, work, strength: 1, at: NOW, ...row }
}

import type { Work } from '@otodana/contract'

/** Returns the voice actors of works, each once: those of most works first, then as they appear. */
export function voicesOf(works: readonly Pick<Work, 'vas'>[]): Work['vas'] {
  const voices = new Map<string, { voice: Work['vas'][number]; count: number }>()
  for (const voice of works.flatMap(({ vas }) => vas)) {
    const known = voices.get(voice.id)
    if (known) known.count++
    else voices.set(voice.id, { voice, count: 1 })
  }
  return [...voices.values()].sort((a, b) => b.count - a.count).map(({ voice }) => voice)
}

import type { Random } from '../../bench/lib/random.ts'
import type { Proxy, Toxic } from './proxy.ts'
import type { Fault } from './under-fault.ts'

/** Each toxic once, in an order of the random numbers' choice. */
export function toxicFaults(what: string, proxy: Proxy, random: Random, says: RegExp): Fault[] {
  const toxics: Toxic[] = [
    { kind: 'latency', ms: 50 + random() * 250 },
    { kind: 'bandwidth', bytesPerSecond: 20_000 + random() * 200_000 },
    { kind: 'cut' },
    { kind: 'halfOpen' },
    { kind: 'refuse' },
  ]
  return toxics
    .map((toxic) => ({ toxic, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ toxic }) => ({
      name: `${what}, ${toxic.kind}`,
      inflict: () => proxy.inflict(toxic),
      heal: () => proxy.heal(),
      says: toxic.kind === 'latency' || toxic.kind === 'bandwidth' ? null : says,
    }))
}

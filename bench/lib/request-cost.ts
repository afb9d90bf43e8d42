import { setTimeout as sleep } from 'node:timers/promises'

import { cpuMs } from './process-figures.ts'

type Cost = { p50Ms: number; p99Ms: number; longestMs: number; cpuMicroseconds: number }

/**
 * Measures requests one after another, as apps that copy a library send them.
 *
 * @param pid  of the server
 * @param ask  sends the nth request and reads its answer; what it returns checks the answer after the time is taken
 */
export async function costOf(
  pid: number,
  count: number,
  ask: (n: number) => Promise<void | (() => void)>,
): Promise<Cost> {
  const took: number[] = []
  const before = cpuMs(pid)
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now()
    const check = await ask(n)
    took.push(performance.now() - startedAt)
    check?.()
  }
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN
  const longestMs = sorted.at(-1) ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99), longestMs, cpuMicroseconds: ((cpuMs(pid) - before) * 1_000) / count }
}

/** Waits until the server does nothing for a while: after its start it reads its works ahead. */
export async function untilQuiet(pid: number): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const before = cpuMs(pid)
    await sleep(500)
    quiet = cpuMs(pid) - before < 25 ? quiet + 1 : 0
  }
}

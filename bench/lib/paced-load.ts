import { setTimeout as sleep } from 'node:timers/promises'

export type PacedLoad = {
  requests: number
  p50Ms: number
  p99Ms: number
  maxMs: number
}

/**
 * Requests `paths` in turn at a fixed pace until `task` ends, as visitors do who do not wait for each other: a request
 * that the server keeps waiting does not delay the next.
 *
 * @throws {Error} an answer is not a success
 * @throws what the task throws
 */
export async function measurePaced(
  url: string,
  paths: readonly string[],
  perSecond: number,
  task: Promise<unknown>,
): Promise<PacedLoad> {
  const latencies: number[] = []
  const open = new Set<Promise<void>>()
  let hasEnded = false
  const ended = task.finally(() => (hasEnded = true))
  const startedAt = performance.now()
  for (let sent = 0; !hasEnded; sent += 1) {
    const waitMs = startedAt + (sent * 1_000) / perSecond - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    const request = timed(url + paths[sent % paths.length]!, latencies).finally(() => open.delete(request))
    open.add(request)
  }
  await Promise.all(open)
  await ended
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return { requests: latencies.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: latencies.at(-1) ?? 0 }
}

async function timed(address: string, latencies: number[]): Promise<void> {
  const sentAt = performance.now()
  const answer = await fetch(address)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`)
  latencies.push(performance.now() - sentAt)
}

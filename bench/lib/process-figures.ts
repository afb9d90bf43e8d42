import { existsSync, readFileSync } from 'node:fs'

/** @throws {Error} there is no /proc to read CPU times from, as everywhere but on Linux */
export function requireProc(): void {
  if (!existsSync('/proc/self/stat')) throw new Error('CPU times are read from /proc, so this runs on Linux only.')
}

/**
 * Returns the user and system time of a process with all its threads, in milliseconds (a clock tick is 10 ms on every
 * Linux).
 */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Returns the current resident memory of a process. */
export function residentMegabytes(pid: number): number {
  return statusMegabytes(pid, 'VmRSS')
}

/** Returns how much of it is pages of files, which the system takes back when it needs them. */
export function mappedMegabytes(pid: number): number {
  return statusMegabytes(pid, 'RssFile')
}

function statusMegabytes(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024
}

/** Returns a function that gives the stolen share of the busy CPU time since the call, from 0 to 1; null without /proc/stat. */
export function followStolenTime(): () => number | null {
  const read = () => {
    if (!existsSync('/proc/stat')) return null
    const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = readFileSync('/proc/stat', 'utf8')
      .split('\n', 1)[0]!
      .split(/\s+/)
      .slice(1)
      .map(Number)
    return { stolen, busy: user + nice + system + irq + softIrq + stolen }
  }
  const before = read()
  return () => {
    const now = read()
    return before && now ? (now.stolen - before.stolen) / Math.max(now.busy - before.busy, 1) : null
  }
}

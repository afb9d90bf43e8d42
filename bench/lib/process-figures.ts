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
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}

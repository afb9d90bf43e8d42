import { existsSync, readFileSync } from 'node:fs'

/** @throws {Error} where there is no /proc to read CPU times from: anywhere but on Linux */
export function requireProc(): void {
  if (!existsSync('/proc/self/stat')) throw new Error('This reads CPU times from /proc and so runs on Linux only.')
}

/** User and system time of a process and all its threads, in milliseconds (a clock tick is 10 on every Linux). */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Memory that a process holds now. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}

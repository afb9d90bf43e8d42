import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { cleaningUp } from './clean-ups.ts'

const PART = Buffer.alloc(65_536)

/** Fills a disk up with one file. @returns what makes room again */
export function fillUp(disk: string): () => void {
  const path = join(disk, 'something-else')
  for (let size = PART.length; size >= 1; size = Math.floor(size / 16)) {
    try {
      for (;;) writeFileSync(path, PART.subarray(0, size), { flag: 'a' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  return () => rmSync(path)
}

/** @throws {Error} with what the system said */
export function mount(...args: string[]): void {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${stderr}`)
}

/** A small disk of its own. @throws {Error} with what the system said */
export function aSmallDisk(path: string, sizeKb: number): Disposable {
  mkdirSync(path, { recursive: true })
  mount('-t', 'tmpfs', '-o', `size=${sizeKb}k`, 'tmpfs', path)
  return unmounting(path)
}

/** Unmounts what will be mounted there, if it is, when the result is disposed of or the campaign ends. */
export function unmounting(path: string): Disposable {
  return cleaningUp(() => unmount(path))
}

/** At once, whatever is open below it. */
export function unmount(path: string): void {
  spawnSync('umount', ['-l', path])
}

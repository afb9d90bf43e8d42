import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

import { aFolder } from './work-folders.ts'

/** A small disk, for users who may mount one. */
export function aDisk(path: string, sizeKb: number): Disposable | null {
  mkdirSync(path, { recursive: true })
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeKb}k`, 'tmpfs', path]).status !== 0) return null
  return { [Symbol.dispose]: () => void spawnSync('umount', ['-l', path]) }
}

/** One file mounted over another, as into a container. */
export function aMountedFile(from: string, to: string): Disposable {
  if (spawnSync('mount', ['--bind', from, to]).status !== 0) throw new Error(`${from} cannot be mounted`)
  return { [Symbol.dispose]: () => void spawnSync('umount', ['-l', to]) }
}

export function mayMount(): boolean {
  using folder = aFolder()
  using disk = aDisk(folder.path, 64)
  return disk !== null
}

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { markUsed } from './bundle.ts'

/** Beside the packages, which are what most of it is about. */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

/**
 * What keeps a server small and quick to answer, see docs/adr/0071-the-server-is-bundled.md. Node and the C library read
 * them before any code of ours runs.
 */
export const nodeFlags = [
  '--max-semi-space-size=8',
  // As many threads for V8 as there are other cores. By default it has four, which keep requests waiting on two cores.
  '--v8-pool-size=0',
]
export const smallMemory = {
  MALLOC_ARENA_MAX: '2',
  // Given back to the system when it is freed, not when the end of the heap is.
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
}

/** The environment of a bundled program: compiled code is kept, and found by its content. */
export function programSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...smallMemory, NODE_COMPILE_CACHE: compileCache, ...environment }
}

/**
 * Replaces this process by a program of the server's build. It keeps the process's id, its terminal and its signals, and
 * nothing of what built it is left in memory.
 */
export function becomeProgram(folder: string, file: 'main.js' | 'cli.js', args: readonly string[] = []): never {
  if (process.execve === undefined) throw new Error('Otodana runs on Linux and macOS; on Windows it needs WSL')
  markUsed(folder)
  const command = [process.execPath, ...process.execArgv, ...nodeFlags, join(folder, file), ...args]
  return process.execve(process.execPath, command, definedOf(programSettings(process.env)))
}

function definedOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(entries)
}

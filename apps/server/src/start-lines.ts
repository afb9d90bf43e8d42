import type { AddressInfo } from 'node:net'

import { isDemoProgramThere } from '#demo/demo-program.ts'
import { demoLibraryDir } from '#settings/library-roots.ts'

import { type Config, hintsAt } from './config.ts'
import { VERSION } from './version.ts'

type Situation = {
  /** Of the listening server. */
  address: AddressInfo | string | null
  /** Whether the library is the demo library. */
  isDemo: boolean
  /** null: there are accounts, or none is needed. */
  setupCode: string | null
}

/** Returns what a server that has started prints: the address to open, and what its owner should know. */
export function startLines(config: Config, { address, isDemo, setupCode }: Situation): string[] {
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host
  const local = `http://${host.includes(':') ? `[${host}]` : host}:${port}${config.basePath}`
  const site = config.publicUrl === null ? local : config.publicUrl + config.basePath
  return [
    `Otodana ${VERSION} listens on ${local}`,
    ...(site === local ? [] : [`Open it at ${site}`]),
    ...(setupCode === null ? [] : setupLines(site, setupCode)),
    ...hintsAt(config),
    ...(isDemo ? [demoLine(config)] : []),
  ]
}

function setupLines(site: string, code: string): string[] {
  return [`Set it up at ${site}/setup#code=${code}`, `At another address, open /setup there; the setup code is ${code}`]
}

function demoLine(config: Config): string {
  return isDemoProgramThere()
    ? `LIBRARY_DIRS is not set: this is a small demo library, made in ${demoLibraryDir(config)}`
    : 'LIBRARY_DIRS is not set, and apps/demo-library, which makes a small demo library, is not installed: set LIBRARY_DIRS'
}

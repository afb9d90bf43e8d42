import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { Readiness, ScanStatus } from '@otodana/contract'

import { writeFiles, writeWorks } from '#server-test/work-folders.ts'

import type { Round } from '../scenario.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { aWritingMember, type Member, memberWrites, readMember } from './member-writes.ts'
import { type Answer, type Call, createServerProcess, type FaultyServer, type Settings } from './server.ts'
import { until } from './until.ts'

const WORKS = 6
/** Works `RJ900001 …`. */
const FIRST_ID = 900_001
const SCAN_SECONDS = 120
/** What a server may take to be ready again after a fault: PostgreSQL and stores are asked at intervals. */
const RECOVERY_SECONDS = 60

type Options = {
  works?: number
  settings?: Settings
  nodeArguments?: string[]
  /** By default a folder of the round. */
  dataDir?: string
  libraryDir?: string
  /** Puts the works where the settings say; by default they are folders. */
  fillLibrary?: (works: number) => Promise<void> | void
}

export type World = AsyncDisposable & {
  server: FaultyServer
  dataDir: string
  libraryDir: string
  backupDir: string
  workIds: number[]
  member: Member
  ledger: Ledger
  writes: ReturnType<typeof memberWrites>
  /** A call of the administrator. @throws {Error} the status is not 200 */
  admin<T>(method: string, path: string, call?: Call): Promise<T>
  readiness(): Promise<Answer<Readiness>>
  /** Scans, and waits for the end. @throws {Error} it does not end as done */
  scan(): Promise<void>
  /** Waits until no scan is running. */
  scanEnds(): Promise<ScanStatus>
  /** Starts a killed server, and waits until it is ready and takes a write. */
  startAgain(more?: Settings): Promise<void>
  /** Waits until the server is ready and takes a write, and notes how long that took. */
  recovered(): Promise<void>
  /** Adds to the violations what is lost or half there. */
  verify(): Promise<void>
}

/** A server with a small library and a member that writes. */
export async function openWorld(round: Round, options: Options = {}): Promise<World> {
  const { works = WORKS, settings = {}, nodeArguments } = options
  const { tally } = round
  const dataDir = options.dataDir ?? join(round.dir, 'data')
  const libraryDir = options.libraryDir ?? join(round.dir, 'library')
  const backupDir = join(round.dir, 'backups')
  mkdirSync(libraryDir, { recursive: true })
  mkdirSync(backupDir)
  await (options.fillLibrary ?? ((count: number) => void writeWorks(libraryDir, count)))(works)
  const server = await createServerProcess(
    {
      DATA_DIR: dataDir,
      LIBRARY_DIRS: libraryDir,
      BACKUP_DIR: backupDir,
      BACKUP_EVERY: '0',
      OTODANA_WEB: 'off',
      SETUP: 'off',
      TRUST_PROXY: 'loopback',
      LIBRARY_WATCH: 'off',
      SCAN_INTERVAL_MINUTES: '0',
      SOUND_ANALYSIS: 'off',
      SUBTITLE_SEARCH: 'off',
      RECOMMENDER_REFRESH_SECONDS: '0',
      METADATA_PROVIDERS: 'off',
      ...settings,
    },
    nodeArguments,
  )
  try {
    await server.start()
    const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
    const ledger = createLedger()

    async function admin<T>(method: string, path: string, call: Call = {}): Promise<T> {
      const { status, body } = await server.call<T>(method, path, { token, ...call })
      if (status !== 200) throw new Error(`${method} ${path} was answered with ${status}: ${JSON.stringify(body)}`)
      return body
    }
    const scanEnds = () =>
      until('the end of the scan', SCAN_SECONDS, async () => {
        const status = await admin<ScanStatus>('GET', '/api/library/scan')
        return status.state === 'idle' && status.last !== null && status
      })
    async function scan(): Promise<void> {
      await scanEnds()
      await admin('POST', '/api/library/scan', { body: {} })
      const { last } = await scanEnds()
      if (last?.state !== 'done') throw new Error(`the scan is ${last?.state}: ${last?.error}`)
    }

    async function recovered(begunAt: number): Promise<void> {
      await isReady(server)
      await until('a write', RECOVERY_SECONDS, () => writes.one())
      tally.recoverySeconds = Math.max(tally.recoverySeconds, (performance.now() - begunAt) / 1_000)
    }

    await scanEnds()
    const workIds = Array.from({ length: works }, (_, index) => FIRST_ID + index)
    const member = await aWritingMember(server, 'listener', workIds)
    await ledger.write('playlist All together', '0', () => Promise.resolve(true))
    const writes = memberWrites(server, member, ledger, round.random)
    let counted = 0

    return {
      server,
      dataDir,
      libraryDir,
      backupDir,
      workIds,
      member,
      ledger,
      writes,
      admin,
      readiness: () => server.call<Readiness>('GET', '/api/readyz', { token }),
      scan,
      scanEnds,
      async startAgain(more) {
        const begunAt = performance.now()
        await server.start(more)
        await recovered(begunAt)
      },
      recovered: () => recovered(performance.now()),
      async verify() {
        tally.violations.push(...ledger.differences(await readMember(server, member)))
        await scan()
        tally.violations.push(...damages(join(dataDir, 'otodana.db')), ...leftovers(dataDir), ...leftovers(backupDir))
        tally.acknowledged += ledger.acknowledged() - counted
        counted = ledger.acknowledged()
      },
      async [Symbol.asyncDispose]() {
        await server[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
}

/** @throws {Error} the server is not ready in time; the message has what it says of that */
export async function isReady(server: FaultyServer): Promise<void> {
  await until('a ready server', RECOVERY_SECONDS, async () => {
    const { status, body } = await server.call('GET', '/api/readyz')
    if (status !== 200) throw new Error(JSON.stringify(body))
    return true
  })
}

/** The files of a work that {@link writeWorks} has not made. */
export function changeWork(libraryDir: string, number: number, files: Record<string, string | Uint8Array>): void {
  writeFiles(join(libraryDir, `RJ${900_000 + number} Quiet evening ${number}`), files)
}

/** What SQLite finds wrong with a database; nothing if it is another's. */
export function damages(path: string): string[] {
  if (globSync(path).length === 0) return []
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    const found = database
      .prepare('pragma integrity_check')
      .all()
      .map((row) => String(row.integrity_check))
    const orphans = database.prepare('pragma foreign_key_check').all()
    return [
      ...found.filter((line) => line !== 'ok'),
      ...orphans.map((row) => `a row of ${String(row.table)} refers to nothing`),
    ]
  } finally {
    database.close()
  }
}

/** Files that a stopped task would leave. */
export function leftovers(dir: string): string[] {
  return globSync('**/{.,}*', { cwd: dir })
    .filter((name) => /\.(?:tmp|new|partial)\b|\.partial-|(?:^|\/)\.(?:kikoeru|foreign)/.test(name))
    .map((name) => `${name} is left`)
}

/**
 * Builds the web app for the browser and for the server renderer into apps/web/dist/{client,server}. It is built
 * elsewhere and moved there when complete, and the fingerprint of its sources is written last: an interrupted build is
 * never taken for a finished one. A server that runs meanwhile goes on with the build that it began with.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { fingerprint } from './lib/fingerprint.ts'
import { isRunning } from './lib/is-running.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'apps/web')
const dist = join(web, 'dist')
const fingerprintFile = join(dist, '.fingerprint')
/** An asset is removed by the third build without it. */
const BUILDS_WITHOUT = 3
const BUILDS_WITHOUT_FILE = '.former-assets.json'

const sources = ['apps/web', 'packages', 'package-lock.json', 'tsconfig.base.json', 'scripts/build-web.ts']

/** Whether apps/web/dist is up to date. */
export function isWebBuilt(): boolean {
  if (!existsSync(fingerprintFile)) return false
  return readFileSync(fingerprintFile, 'utf8') === fingerprint(root, sources)
}

/**
 * Builds both parts one after the other, because both write the generated route tree.
 *
 * @throws {Error} with the bundler's output; the previous build stays
 */
export async function buildWeb(): Promise<void> {
  // Taken before the build, so that an edit during it triggers another one.
  const built = fingerprint(root, sources)
  removeLeftovers()
  const folder = join(dist, `.building-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  const cleanUp = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', cleanUp)
  try {
    await vite(['build', '--outDir', join(folder, 'client'), '--emptyOutDir'])
    await vite(['build', '--ssr', 'src/entry-server.tsx', '--outDir', join(folder, 'server'), '--emptyOutDir'])
    rmSync(fingerprintFile, { force: true })
    publishBuild(folder, dist)
    writeFileSync(fingerprintFile, built)
  } finally {
    process.off('exit', cleanUp)
    cleanUp()
  }
}

/**
 * Moves the files of a build to where servers read them, one by one. The assets of former builds stay until three builds have
 * come without them: a running server and open pages still load them, and their names tell their content.
 */
export function publishBuild(from: string, to: string): void {
  const fresh = new Set(filesBelow(from))
  for (const file of fresh) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    renameSync(join(from, file), join(to, file))
  }
  const known = readBuildsWithout(to)
  const buildsWithout: Record<string, number> = {}
  for (const file of filesBelow(to).filter((name) => /^(?:client|server)[/\\]/.test(name) && !fresh.has(name))) {
    const builds = (known[file] ?? 0) + 1
    const isKept = file.startsWith(join('client', 'assets')) && builds < BUILDS_WITHOUT
    if (isKept) buildsWithout[file] = builds
    else rmSync(join(to, file), { force: true })
  }
  writeFileSync(join(from, BUILDS_WITHOUT_FILE), JSON.stringify(buildsWithout))
  renameSync(join(from, BUILDS_WITHOUT_FILE), join(to, BUILDS_WITHOUT_FILE))
}

/** How many builds have come without an asset that is still there. */
function readBuildsWithout(folder: string): Record<string, number> {
  const file = join(folder, BUILDS_WITHOUT_FILE)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : {}
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

/** Builds if needed, and returns whether it did. */
export async function ensureWebBuilt(): Promise<boolean> {
  if (isWebBuilt()) return false
  const startedAt = performance.now()
  console.log('Building the web app (its sources have changed since the last build) …')
  await buildWeb()
  console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return true
}

/** Removes folders of builds that were killed. */
function removeLeftovers(): void {
  if (!existsSync(dist)) return
  for (const name of readdirSync(dist)) {
    const pid = /^\.building-(\d+)$/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dist, name), { recursive: true, force: true })
  }
}

async function vite(args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...args], {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A signal to this process alone must end the bundler too; 'exit' then removes the incomplete folder.
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal)
    process.exit(128 + constants.signals[signal])
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, stop)

  let output = ''
  const collect = (text: string) => (output += text)
  child.stdout.setEncoding('utf8').on('data', collect)
  child.stderr.setEncoding('utf8').on('data', collect)
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject)
  child.once('close', resolve)
  try {
    const code = await promise
    if (code !== 0) throw new Error(`vite ${args[0]} failed:\n${output}`)
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

if (import.meta.main) {
  const startedAt = performance.now()
  await buildWeb()
  console.log(`Built apps/web/dist in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

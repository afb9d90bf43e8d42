/**
 * Bundles programs of the server into folders that are named by their sources. A folder is complete once it is there, and is
 * never changed, so no build disturbs a program that runs.
 */
import { existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import type { InputOptions, OutputOptions, Plugin } from 'rolldown'

import { fingerprint } from './fingerprint.ts'
import { isRunning } from './is-running.ts'

export type Bundle = {
  /** Where its folders are made, below the root. */
  into: string
  /** Programs and threads, as patterns. */
  entries: readonly string[]
  sources: readonly string[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const everyBundle = ['package-lock.json', 'tsconfig.base.json', 'scripts/lib/bundle.ts']
const stackTraces = 'apps/server/src/stack-traces.ts'
/** How many bundles stay that no running program has begun with. */
const KEPT = 3
/** Begins the names of files that tell which processes run a bundle. */
const USED_BY = '.used-by-'

/** Native code, or only there for development. */
const external = [/^sharp$/, /^pg-native$/, /^vite$/, /^@fastify\/middie$/]
/** Packages that use the folder they are in for nothing that the server does: threads for logs, texts in errors, a logo. */
const mayNameTheirFolder =
  /node_modules\/(?:@fastify\/swagger|@fastify\/swagger-ui|ioredis|pino|thread-stream|undici)\//

const inputOptions: InputOptions = { platform: 'node', external, tsconfig: false }
const outputOptions: OutputOptions = {
  format: 'es',
  sourcemap: true,
  // A source stays in memory, with two bytes for each of its characters if one of them is not ASCII.
  charset: 'ascii',
  // A name in one is not. Every package is beside the bundle, with its licence.
  comments: { legal: false },
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  // Names stay, for stack traces.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  banner: ({ isEntry, facadeModuleId }) =>
    isEntry && !facadeModuleId?.endsWith(stackTraces) ? `import './stack-traces.js'\n` : '',
  intro: ({ moduleIds }) =>
    moduleIds.some((id) => mayNameTheirFolder.test(id)) ? 'const __dirname = import.meta.dirname;' : '',
}

/** The folder of the present sources, which may have to be made. */
export function bundleFolder({ into, sources }: Bundle): string {
  return join(root, into, fingerprint(root, [...sources, ...everyBundle]).slice(0, 16))
}

/** @throws {Error} with the bundler's output; nothing is left of the attempt */
export async function ensureBundled(bundle: Bundle): Promise<string> {
  const folder = bundleFolder(bundle)
  if (existsSync(folder)) return folder
  removeFormer(join(root, bundle.into))
  const { rolldown } = await import('rolldown')
  const made = join(root, bundle.into, `.building-${process.pid}`)
  mkdirSync(made, { recursive: true })
  try {
    const input = [stackTraces, ...globSync([...bundle.entries], { cwd: root })]
    await using build = await rolldown({ ...inputOptions, cwd: root, input, plugins: [placesOf(folder)] })
    await build.write({ ...outputOptions, dir: made })
    try {
      renameSync(made, folder)
    } catch (error) {
      // Another process was first with the same sources.
      if (!existsSync(folder)) throw error
    }
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  return folder
}

/** Notes that this process goes on as a program of that folder, which stays for as long. */
export function markUsed(folder: string): void {
  try {
    writeFileSync(join(folder, `${USED_BY}${process.pid}`), '')
  } catch (error) {
    // A folder that cannot be written to loses nothing either.
    if (!['EACCES', 'EROFS', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code))) throw error
  }
}

/** Removes what killed builds left, and bundles of former sources that nothing runs, but for the latest. */
function removeFormer(into: string): void {
  if (!existsSync(into)) return
  const remove = (name: string) => rmSync(join(into, name), { recursive: true, force: true })
  const names = readdirSync(into)
  for (const name of names) {
    const pid = /^\.building-(\d+)$/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) remove(name)
  }
  const folders = names
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    // Gone, if another process removes it at the same time.
    .map((name) => ({
      name,
      madeAtMs: statSync(join(into, name, 'stack-traces.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }))
    .filter(({ name }) => existsSync(join(into, name)))
    .toSorted((a, b) => b.madeAtMs - a.madeAtMs)
  for (const { name } of folders.slice(KEPT)) {
    const users = readdirSync(join(into, name)).filter((file) => file.startsWith(USED_BY))
    if (!users.some((file) => isRunning(Number(file.slice(USED_BY.length))))) remove(name)
  }
}

/**
 * Keeps addresses of files right, which are relative to the source that has them: threads are beside the bundle, and
 * everything else stays where it is.
 */
function placesOf(folder: string): Plugin {
  return {
    name: 'places',
    transform: {
      filter: {
        id: { exclude: /^\0|rolldown\/runtime/ },
        code: /import\.meta\.(?:url|dirname|filename)|\b__(?:dirname|filename)\b/,
      },
      handler(code, id) {
        if (id.includes('/node_modules/')) {
          if (!/\b__(?:dirname|filename)\b/.test(code) || mayNameTheirFolder.test(id)) return null
          throw new Error(`${id} looks for files beside itself: it has to stay out of the bundle`)
        }
        const moved = movePlaces(code, id, folder)
        if (/import\.meta\.(?:dirname|filename)|(?<!, )import\.meta\.url/.test(moved)) {
          throw new Error(`${id}: only new URL('…', import.meta.url) can be bundled`)
        }
        return { code: moved, map: null }
      },
    },
  }
}

/** The code with its addresses as they are from a file in `folder`; `.` stays, which is where the running code is. */
export function movePlaces(code: string, id: string, folder: string): string {
  return code.replaceAll(/new URL\('([^']+)', import\.meta\.url\)/g, (whole, place: string) => {
    if (place === '.') return whole
    if (place.endsWith('.worker.ts')) return `new URL('./${basename(place, '.ts')}.js', import.meta.url)`
    const path = fileURLToPath(new URL(place, pathToFileURL(id)))
    const slash = path.endsWith('/') ? '/' : ''
    return `new URL('${relative(folder, path)}${slash}', import.meta.url)`
  })
}

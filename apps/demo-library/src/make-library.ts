import { availableParallelism } from 'node:os'
import { lstat, mkdir, readdir, rename, rm, rmdir, unlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { encodeAll } from './audio/render-pool.ts'
import { createSoundBank, jobsFor, type SoundBank, trackBytes } from './audio/sound-bank.ts'
import { drawPicture } from './art/draw-picture.ts'
import { planLibrary } from './plan/plan-library.ts'
import type { FilePlan, WorkPlan } from './plan/types.ts'
import { findLedger, type Ledger, MARKER, saveLedger, VERSION } from './ledger.ts'
import { encodeText } from './text/encode-text.ts'

export type MakeOptions = {
  dir: string
  /** Another seed gives the same works other sounds, pictures and figures. */
  seed?: number | undefined
  /** Only the first so many. */
  works?: number | undefined
  /** Adds Opus, M4A and AAC to some works; null: none of them. */
  ffmpegPath?: string | null
}

/** Steps of the work, sounds encoded and works written; and how many of those are works. */
export type Progress = { done: number; total: number; works: number; totalWorks: number }

/** Whether anything was made, and how many works the library has. */
export type Made = { created: boolean; works: number }

const DEFAULT_SEED = 20_260_901
const WORKSHOP = '.otodana-demo-making'

/**
 * Makes the demo library below `dir`: about 40 invented works with synthesised sound, drawn covers and subtitles, some
 * 80 MB. Each work is whole when it is in its place, so the library can be scanned while it is made.
 *
 * After a kill it goes on where it was; a complete library of the same version and seed is left alone; one of another
 * version or seed is replaced, except for files that were changed or added since.
 *
 * @param onProgress called at once if anything is to be made, and at each step
 * @throws {Error} if `dir` holds files that this function did not make, and whatever the disk says (full, read-only)
 */
export async function makeLibrary(
  { dir, seed = DEFAULT_SEED, works: count = Infinity, ffmpegPath = null }: MakeOptions,
  onProgress: (progress: Progress) => void = () => {},
): Promise<Made> {
  const plans = planLibrary({ seed, count, hasFfmpeg: ffmpegPath !== null })
  await mkdir(dir, { recursive: true })
  let ledger = await findLedger(dir)
  const isOurs = ledger?.version === VERSION && ledger.seed === seed
  if (ledger && isOurs && ledger.complete && plans.every((plan) => ledger?.works[plan.folder])) {
    return { created: false, works: plans.length }
  }
  if (!ledger) await refuseForeignFolder(dir)
  else if (!isOurs) await removeOwnFiles(dir, ledger)
  ledger = {
    format: 'otodana-demo',
    version: VERSION,
    seed,
    complete: false,
    works: isOurs ? (ledger?.works ?? {}) : {},
  }

  const missing: WorkPlan[] = []
  for (const plan of plans) {
    const isThere = await exists(join(dir, plan.folder))
    if (isThere && !ledger.works[plan.folder])
      throw new Error(`The demo library will not overwrite ${join(dir, plan.folder)}`)
    if (!isThere) missing.push(plan)
  }
  await saveLedger(dir, ledger)
  await rm(join(dir, WORKSHOP), { recursive: true, force: true })

  await makeWorks(missing, { dir, seed, ffmpegPath, ledger, onProgress })
  await rm(join(dir, WORKSHOP), { recursive: true, force: true })
  await saveLedger(dir, { ...ledger, complete: true })
  return { created: missing.length > 0, works: plans.length }
}

type Making = {
  dir: string
  seed: number
  ffmpegPath: string | null
  ledger: Ledger
  onProgress: (progress: Progress) => void
}

/** Works that are put together at once, while the sounds of later ones are rendered on other threads. */
const WORKS_AT_ONCE = 2

/** Makes works in the order given; each is in its place as soon as its sounds are there. */
async function makeWorks(plans: readonly WorkPlan[], making: Making): Promise<void> {
  const { dir, seed, ledger, onProgress } = making
  const jobs = jobsFor(plans)
  const progress = { done: 0, total: jobs.length + plans.length, works: 0, totalWorks: plans.length }
  onProgress({ ...progress })
  const bank = createSoundBank(jobs)
  let saved = Promise.resolve()
  const waiting = [...plans.entries()]

  async function makeInTurn(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, plan] = next
      const workshop = join(dir, WORKSHOP, String(index))
      ledger.works[plan.folder] = await writeWork(workshop, plan, bank, making)
      await (saved = saved.then(() => saveLedger(dir, ledger)))
      await mkdir(dirname(join(dir, plan.folder)), { recursive: true })
      // The day a work without metadata came into the library is its folder's; here they came one after another.
      const addedAt = new Date(Date.UTC(plan.year, index % 12, 1))
      await utimes(workshop, addedAt, addedAt)
      await rename(workshop, join(dir, plan.folder))
      progress.works++
      step()
    }
  }

  function step(): void {
    progress.done++
    onProgress({ ...progress })
  }

  await Promise.all([
    encodeAll(jobs, {
      seed,
      threads: Math.max(1, Math.min(4, availableParallelism())),
      onEncoded(encoded) {
        bank.put(encoded)
        step()
      },
    }),
    ...Array.from({ length: WORKS_AT_ONCE }, makeInTurn),
  ])
}

/** Writes the files of a work into a folder; gives the size of each. */
async function writeWork(
  folder: string,
  plan: WorkPlan,
  bank: SoundBank,
  { seed, ffmpegPath }: Making,
): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {}
  for (const file of plan.files) {
    const bytes = await bytesOf(file)
    const path = join(folder, file.path)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
    sizes[file.path] = bytes.length
  }
  return sizes

  async function bytesOf(file: FilePlan): Promise<Buffer> {
    if (file.kind === 'text') return encodeText(file.text, file.encoding)
    if (file.kind === 'picture') return drawPicture(file.picture, seed, file.format, file.width)
    const { piece, format, title, track } = file
    const tags = { title, track, artist: plan.artist, album: plan.album, year: plan.year }
    return trackBytes(bank, { piece, format, tags, ffmpegPath })
  }
}

async function refuseForeignFolder(dir: string): Promise<void> {
  const entries = (await readdir(dir)).filter((name) => name !== `${MARKER}.new`)
  if (entries.length > 0) {
    throw new Error(`The demo library will not write into ${dir}: it holds files that it did not make (${entries[0]})`)
  }
}

/** Takes away what an older version or another seed made, file by file; what was changed or added since stays. */
async function removeOwnFiles(dir: string, ledger: Ledger): Promise<void> {
  for (const [folder, files] of Object.entries(ledger.works)) {
    const folders = new Set<string>()
    for (const [file, size] of Object.entries(files)) {
      const path = join(folder, file)
      for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) folders.add(parent)
      const stats = await lstat(join(dir, path)).catch(ignoreMissing)
      if (stats?.isFile() && stats.size === size) await unlink(join(dir, path))
    }
    for (const name of [...folders].sort((a, b) => b.length - a.length)) await removeIfEmpty(join(dir, name))
  }
}

async function removeIfEmpty(path: string): Promise<void> {
  try {
    await rmdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(ignoreMissing)) !== null
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}

import { availableParallelism } from 'node:os'
import { lstat, mkdir, readdir, rename, rm, rmdir, unlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { encodeAll } from './audio/render-pool.ts'
import { jobsFor, trackBytes } from './audio/sound-bank.ts'
import { drawPicture } from './art/draw-picture.ts'
import { planLibrary } from './catalogue/plan-library.ts'
import type { FilePlan, WorkPlan } from './catalogue/types.ts'
import { findLedger, type Ledger, MARKER, saveLedger, VERSION } from './ledger.ts'
import { encodeText } from './text/encode-text.ts'

export type MakeOptions = { dir: string; seed: number; works: number; ffmpegPath: string | null }
export type Progress = { done: number; total: number }

const WORKSHOP = '.otodana-demo-making'

/** Does what `ensureDemoLibrary` promises, on this thread and its render threads. */
export async function makeLibrary(
  { dir, seed, works: count, ffmpegPath }: MakeOptions,
  onProgress: (progress: Progress) => void,
): Promise<{ created: boolean; works: number }> {
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

async function makeWorks(
  plans: readonly WorkPlan[],
  { dir, seed, ffmpegPath, ledger, onProgress }: Making,
): Promise<void> {
  const jobs = jobsFor(plans)
  const progress = { done: 0, total: jobs.length + plans.length }
  const step = () => {
    progress.done++
    onProgress({ ...progress })
  }
  onProgress({ ...progress })
  const [bank, pictures] = await Promise.all([
    encodeAll(jobs, { seed, threads: Math.max(1, Math.min(4, availableParallelism())), onEncoded: step }),
    drawAll(plans, seed),
  ])
  for (const [index, plan] of plans.entries()) {
    const workshop = join(dir, WORKSHOP, String(index))
    const sizes: Record<string, number> = {}
    for (const file of plan.files) {
      const bytes = await bytesOf(file)
      const path = join(workshop, file.path)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes)
      sizes[file.path] = bytes.length
    }
    ledger.works[plan.folder] = sizes
    await saveLedger(dir, ledger)
    await mkdir(dirname(join(dir, plan.folder)), { recursive: true })
    await rename(workshop, join(dir, plan.folder))
    // The day a work without metadata came into the library is its folder's; here they came one after another.
    const addedAt = new Date(Date.UTC(plan.year, index % 12, 1))
    await utimes(join(dir, plan.folder), addedAt, addedAt)
    step()

    async function bytesOf(file: FilePlan): Promise<Buffer> {
      if (file.kind === 'text') return encodeText(file.text, file.encoding)
      if (file.kind === 'picture') return pictures.get(file) ?? drawPicture(file.picture, seed, file.format, file.width)
      const { piece, format, title, track } = file
      const tags = { title, track, artist: plan.artist, album: plan.album, year: plan.year }
      return trackBytes(bank, { piece, format, tags, ffmpegPath })
    }
  }
}

/** Pictures, two at a time: they are drawn off this thread, while the sounds are rendered on others. */
async function drawAll(plans: readonly WorkPlan[], seed: number): Promise<Map<FilePlan, Buffer>> {
  const drawn = new Map<FilePlan, Buffer>()
  const waiting = plans.flatMap((plan) => plan.files).filter((file) => file.kind === 'picture')
  async function draw(): Promise<void> {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      drawn.set(file, await drawPicture(file.picture, seed, file.format, file.width))
    }
  }
  await Promise.all([draw(), draw()])
  return drawn
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

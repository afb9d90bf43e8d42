import type { Dirent } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import type { FolderListing } from '@otodana/contract'
import { findWorkCode } from '@otodana/work-code'

import { AppError } from '#http/errors/app-error.ts'
import { createSemaphore } from '#jobs/semaphore.ts'

import { describeError, isJunk } from '../files/file-system.ts'
import { isNamedBelow, isReallyBelow, realPaths, type RealPaths } from './allowed-folders.ts'
import { findOverlap, type TakenFolder } from './overlaps.ts'

export const pickerLimits = {
  /** Of one folder; what lies beyond is not listed. */
  entries: 20_000,
  foldersPerPage: 100,
  /** For the codes in the folders of one page. */
  countingMs: 400,
} as const

/** A mount that does not answer must not take every thread that reads files. */
const AT_ONCE = 2

const byName = new Intl.Collator('en', { numeric: true })

export type PickedFolder = { path: string; realPath: string }

/** Of the request that names the folder: one that browses has it in its query, one that adds it in its body. */
type Part = 'query' | 'body'

/**
 * Lists folders of the server for administrators: below some places alone, no files, and no hidden folders.
 *
 * @param places  absolute; those that do not exist are left out
 */
export function createFolderPicker(places: readonly string[], links: RealPaths = realPaths) {
  const { run } = createSemaphore(AT_ONCE)

  async function starts(): Promise<PickedFolder[]> {
    const found = await Promise.all(
      places.map(async (path) => {
        const realPath = await links.find(path)
        return realPath === null || !(await isFolder(realPath)) ? [] : [{ path, realPath }]
      }),
    )
    return found.flat()
  }

  /**
   * Checks that a folder may be chosen.
   *
   * @throws {AppError} `folder.off`, `folder.outside`, `folder.missing`, `folder.unreadable`
   */
  async function pick(wanted: string, part: Part): Promise<PickedFolder> {
    if (places.length === 0) throw new AppError('folder.off')
    if (!isNamedBelow(places, wanted)) throw refused('outside', wanted, OUTSIDE, part)
    const path = resolve(wanted)
    let realPath
    try {
      realPath = await links.get(path)
    } catch (error) {
      throw fromSystem(error, wanted, part)
    }
    const realPlaces = (await starts()).map((place) => place.realPath)
    if (!isReallyBelow(realPlaces, realPath)) throw refused('outside', wanted, OUTSIDE, part)
    return { path, realPath }
  }

  /** @throws {AppError} as {@link pick} */
  async function list(wanted: string | undefined, page: number, taken: readonly TakenFolder[]): Promise<FolderListing> {
    if (places.length === 0) throw new AppError('folder.off')
    if (wanted === undefined) return listStarts(taken)
    const folder = await pick(wanted, 'query')
    const { names, isCut } = await readFolder(folder, wanted, 'query')
    const shown = names.slice((page - 1) * pickerLimits.foldersPerPage, page * pickerLimits.foldersPerPage)
    const folders = await describeAll(
      shown.map((name) => ({ name, path: join(folder.path, name) })),
      taken,
    )
    return {
      path: folder.path,
      parent: places.includes(folder.path) ? null : dirname(folder.path),
      codes: names.filter((name) => findWorkCode(name) !== null).length,
      overlap: findOverlap(folder.realPath, taken),
      folders,
      isCut,
      pagination: pageOf(names.length, page),
    }
  }

  async function listStarts(taken: readonly TakenFolder[]): Promise<FolderListing> {
    const found = (await starts()).map(({ path }) => ({ name: path, path }))
    const folders = await describeAll(found, taken)
    return {
      path: null,
      parent: null,
      codes: 0,
      overlap: null,
      folders,
      isCut: false,
      pagination: pageOf(folders.length, 1),
    }
  }

  /** Leaves out links that lead elsewhere, or to no folder. */
  async function describeAll(entries: readonly { name: string; path: string }[], taken: readonly TakenFolder[]) {
    const untilMs = performance.now() + pickerLimits.countingMs
    const folders: FolderListing['folders'] = []
    for (const { name, path } of entries) {
      const folder = await pick(path, 'query').catch(() => null)
      if (folder === null || !(await isFolder(folder.realPath))) continue
      const codes = await countCodes(folder.realPath, untilMs)
      folders.push({ name, path, codes, overlap: findOverlap(folder.realPath, taken) })
    }
    return folders
  }

  return {
    isOff: places.length === 0,
    /** Checks that a folder may be chosen and can be read; throws as {@link pick}. */
    choose: (wanted: string) =>
      run(async () => {
        const folder = await pick(wanted, 'body')
        await readFolder(folder, wanted, 'body')
        return folder
      }),
    list: (wanted: string | undefined, page: number, taken: readonly TakenFolder[]) =>
      run(() => list(wanted, page, taken)),
  }
}

const OUTSIDE = 'It is not below a folder of LIBRARY_BROWSE, or it is hidden'

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}

/** Returns the names of its folders, and of links, in order. */
async function readFolder(
  { realPath }: PickedFolder,
  wanted: string,
  part: Part,
): Promise<{ names: string[]; isCut: boolean }> {
  const names: string[] = []
  let read = 0
  try {
    for await (const entry of await opendir(realPath)) {
      if (++read > pickerLimits.entries) break
      if (isShown(entry)) names.push(entry.name)
    }
  } catch (error) {
    throw fromSystem(error, wanted, part)
  }
  return { names: names.sort(byName.compare), isCut: read > pickerLimits.entries }
}

function isShown(entry: Dirent): boolean {
  const isPlace = entry.isDirectory() || entry.isSymbolicLink()
  return isPlace && !isJunk(entry.name) && !entry.name.includes('\uFFFD')
}

/** Returns null if it cannot be read, has too many entries, or there is no time. */
async function countCodes(realPath: string, untilMs: number): Promise<number | null> {
  let [read, codes] = [0, 0]
  try {
    if (performance.now() > untilMs) return null
    for await (const entry of await opendir(realPath)) {
      if (++read > pickerLimits.entries || performance.now() > untilMs) return null
      if (entry.isDirectory() && findWorkCode(entry.name) !== null) codes++
    }
    return codes
  } catch {
    return null
  }
}

function fromSystem(error: unknown, wanted: string, part: Part): AppError {
  const { code = '' } = error as NodeJS.ErrnoException
  const isMissing = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(code)
  return refused(isMissing ? 'missing' : 'unreadable', wanted, describeError(error), part)
}

type Refusal = 'outside' | 'missing' | 'unreadable' | 'overlaps'

export function refused(why: Refusal, value: string, msg: string, location: Part): AppError {
  return new AppError(`folder.${why}`, { inputs: [{ param: 'path', location, value, msg }] })
}

function pageOf(totalCount: number, page: number): FolderListing['pagination'] {
  return { currentPage: page, page, pageSize: pickerLimits.foldersPerPage, totalCount }
}

import { workFolderName, type TrackNode } from '@otodana/contract'

import { onSignedOut, useSession } from '#features/accounts/index.ts'
import { mediaAddress } from '#lib/api/media-address.ts'

import { createDownloadQueue, type DownloadQueue } from './download-queue.ts'
import { type Download, type DownloadedWork, useDownloads } from './downloads.store.ts'
import { guardPage } from '../saving/guard-page.ts'
import { createSavedParts } from '../saving/saved-parts.ts'
import { allowAgain, type PickedFolder, pickFolder } from '../saving/picker.ts'
import type { PlannedFile } from './plan.ts'
import { discardOne, saveOne } from '../saving/save-one.ts'
import { createSavedFolder, type SavedFolder } from '../saving/saved-folder.ts'
import { whyNotWritten } from './failure-kind.ts'

const SHOWN_EVERY_MS = 250

/** The destination; changes when the visitor chooses another folder. */
let picked: PickedFolder | null = null
let saved: SavedFolder | null = null
let release: (() => void) | null = null

/**
 * Asks for a folder, and starts.
 *
 * @returns false if none was chosen
 * @throws {DownloadError} the folder is not writable
 */
export async function begin(
  work: DownloadedWork,
  tree: readonly TrackNode[],
  files: readonly PlannedFile[],
): Promise<boolean> {
  if (!(await chooseFolder(work))) return false
  const parts = createSavedParts()
  const depsNow = () => {
    if (!saved) throw new Error('there is no folder to save into')
    return { folder: saved, parts, fetch: fetch.bind(globalThis), addressOf: mediaAddress }
  }
  const queue = createDownloadQueue(files, {
    save: (file, report, signal) => saveOne(file, depsNow(), report, signal),
    discard: (file) => discardOne(file, depsNow()),
    isOnline: () => navigator.onLine,
    now: () => performance.now(),
  })
  useDownloads.setState({
    download: { work, tree, folderName: picked?.name ?? '', queue },
    progress: queue.state(),
  })
  follow(queue)
  queue.start()
  return true
}

async function chooseFolder(work: DownloadedWork): Promise<boolean> {
  try {
    const chosen = await pickFolder()
    if (!chosen) return false
    saved = createSavedFolder(await chosen.getDirectoryHandle(workFolderName(work), { create: true }))
    picked = chosen
    return true
  } catch (error) {
    throw whyNotWritten(error)
  }
}

/** Shows the progress a few times a second, and guards the page while running. */
function follow(queue: DownloadQueue): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    timer = undefined
    if (useDownloads.getState().download?.queue === queue) useDownloads.setState({ progress: queue.state() })
  }
  const unsubscribe = queue.subscribe(() => {
    timer ??= setTimeout(show, SHOWN_EVERY_MS)
  })
  const unguard = guardPage(queue)
  const stopForgetting = onSignedOut(() => {
    const { download } = useDownloads.getState()
    // The next user must not see the content of a closed library.
    if (download && useSession.getState().isClosed) void putAway(download)
  })
  release = () => {
    stopForgetting()
    clearTimeout(timer)
    unsubscribe()
    unguard()
  }
}

/** Continues after a failure that the visitor can fix; must be called from a click. */
export async function goOn({ queue, work }: Download): Promise<void> {
  const { trouble } = queue.state()
  if (trouble === 'permission' && picked && !(await allowAgain(picked))) return
  if (trouble !== 'folderGone') return queue.start()
  if (!(await chooseFolder(work))) return
  const { download } = useDownloads.getState()
  if (download) useDownloads.setState({ download: { ...download, folderName: picked?.name ?? '' } })
  // What was saved is in the missing folder.
  queue.restart()
}

/** Ends it if necessary, and removes it from view. */
export async function putAway({ queue }: Download): Promise<void> {
  await queue.cancel()
  release?.()
  release = null
  picked = null
  saved = null
  useDownloads.setState({ download: null, progress: null })
}

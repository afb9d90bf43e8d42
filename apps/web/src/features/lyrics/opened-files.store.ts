import { createStore, useStore } from 'zustand'

import { MAX_SUBTITLE_BYTES } from '@otodana/subtitles'
import type { OpenedFile } from './candidates.ts'
import { readBytes } from './read-subtitle.ts'

/** Files that the listener opened, by the hash of their track. They last as long as the page: they are not ours to keep. */
const store = createStore<Readonly<Record<string, readonly OpenedFile[]>>>(() => ({}))

/** A track's; more replace the oldest. */
const MAX_OPENED = 10

const MAX_READ_BYTES = MAX_SUBTITLE_BYTES + 1

const none: readonly OpenedFile[] = []
let opened = 0

export function useOpenedFiles(trackHash: string | undefined): readonly OpenedFile[] {
  return useStore(store, (files) => (trackHash === undefined ? none : (files[trackHash] ?? none)))
}

/** Reads a file that the listener gives for a track, and makes it the first candidate. @returns its id */
export async function openFile(trackHash: string, file: File): Promise<string> {
  // One byte more than is allowed tells that it is too large.
  const bytes = new Uint8Array(await file.slice(0, MAX_READ_BYTES).arrayBuffer())
  opened++
  const entry: OpenedFile = { id: `opened/${opened}`, name: file.name, reading: readBytes(bytes, file.name) }
  store.setState((files) => ({ [trackHash]: [entry, ...(files[trackHash] ?? none)].slice(0, MAX_OPENED) }))
  return entry.id
}

import { decodeText, MAX_SUBTITLE_BYTES, SubtitleError } from '@otodana/subtitles'
import { createStore, useStore } from 'zustand'

import { listOf, objectOf, text, type Read } from '#lib/readers.ts'
import { readJson, tabStorage, writeJson } from '#lib/storage/browser-storage.ts'

import type { OpenedFile } from '../choose/candidates.ts'
import { readBytes } from './read-subtitle.ts'

/** Maximum number for a track; more replace the oldest. */
const MAX_OPENED = 10
const MAX_READ_BYTES = MAX_SUBTITLE_BYTES + 1

const KEY = 'opened-subtitles'
/** Total characters: browsers store about five million per site. */
const MAX_STORED = 1_000_000

/** As stored for the tab. */
const readFiles = listOf(objectOf({ id: text(), trackHash: text(), name: text(), text: text() }))
type StoredFile = Read<typeof readFiles>

/**
 * Files that the listener opened, by the hash of their track. They last as long as the tab; those too large for its
 * storage last as long as the page.
 */
const store = createStore<Readonly<Record<string, readonly OpenedFile[]>>>(() => restored())

const none: readonly OpenedFile[] = []

export function useOpenedFiles(trackHash: string | undefined): readonly OpenedFile[] {
  return useStore(store, (files) => (trackHash === undefined ? none : (files[trackHash] ?? none)))
}

/** Reads a file that the listener opened for a track, and makes it the first candidate. @returns its id */
export async function openFile(trackHash: string, file: File): Promise<string> {
  // One byte more than allowed, to detect that it is too large.
  const bytes = new Uint8Array(await file.slice(0, MAX_READ_BYTES).arrayBuffer())
  // Not a counter: a choice that outlives the tab must not refer to another tab's file.
  const id = `opened/${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`
  const entry: OpenedFile = { id, name: file.name, reading: readBytes(bytes, file.name) }
  store.setState((files) => ({ [trackHash]: [entry, ...(files[trackHash] ?? none)].slice(0, MAX_OPENED) }))
  keep({ id, trackHash, name: file.name, text: textOf(bytes) })
  return id
}

function restored(): Record<string, readonly OpenedFile[]> {
  const files: Record<string, OpenedFile[]> = {}
  for (const { id, trackHash, name, text } of readStored())
    (files[trackHash] ??= []).push({ id, name, reading: readBytes(new TextEncoder().encode(text), name) })
  return files
}

/** Latest first, within the limits. */
function keep(file: StoredFile[number]): void {
  let room = MAX_STORED
  const stored = [file, ...readStored()].filter(({ text }) => text !== '' && (room -= text.length) >= 0)
  writeJson(tabStorage, KEY, stored)
}

function readStored(): StoredFile {
  return readJson(tabStorage, KEY, readFiles) ?? []
}

function textOf(bytes: Uint8Array): string {
  try {
    return decodeText(bytes)
  } catch (error) {
    if (error instanceof SubtitleError) return ''
    throw error
  }
}

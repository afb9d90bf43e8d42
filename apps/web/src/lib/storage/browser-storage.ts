import { fromJson, type Reader } from '../readers.ts'

import { storedName } from '../base-path.ts'
import type { DeviceKey, TabKey } from './storage-keys.ts'

/** Texts by key. A text that the browser refuses to store lasts as long as the page. */
export interface BrowserStorage<Key extends string> {
  read(key: Key): string | null
  write(key: Key, text: string): void
  remove(key: Key): void
  /** Whether the last written value is stored, and so outlives the page. */
  isSaved(key: Key): boolean
}

/** @param area  a function, because some browsers throw on access to storage */
export function createStorage<Key extends string>(
  area: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  unsaved = new Map<string, string>(),
): BrowserStorage<Key> {
  return {
    read(key) {
      const name = storedName(key)
      return unsaved.get(name) ?? attempt(() => area().getItem(name)) ?? null
    },
    write(key, text) {
      const name = storedName(key)
      unsaved.set(name, text)
      attempt(() => {
        area().setItem(name, text)
        unsaved.delete(name)
      })
    },
    remove(key) {
      const name = storedName(key)
      unsaved.delete(name)
      attempt(() => area().removeItem(name))
    },
    isSaved: (key) => !unsaved.has(storedName(key)),
  }
}

/** The server stores nothing, because one process serves all visitors. */
const nothing: BrowserStorage<string> = { read: () => null, write() {}, remove() {}, isSaved: () => false }

const unsavedOnDevice = new Map<string, string>()

export const deviceStorage: BrowserStorage<DeviceKey> = import.meta.env.SSR
  ? nothing
  : createStorage(() => localStorage, unsavedOnDevice)

export const tabStorage: BrowserStorage<TabKey> = import.meta.env.SSR ? nothing : createStorage(() => sessionStorage)

/** Undefined if nothing valid is stored under the key. */
export function readJson<Key extends string, T>(
  storage: Pick<BrowserStorage<Key>, 'read'>,
  key: Key,
  reader: Reader<T>,
): T | undefined {
  const text = storage.read(key)
  return text === null ? undefined : reader(fromJson(text))
}

export function writeJson<Key extends string>(
  storage: Pick<BrowserStorage<Key>, 'write'>,
  key: Key,
  value: unknown,
): void {
  storage.write(key, JSON.stringify(value))
}

// Before all listeners below: another tab's value replaces one that this tab could not store.
if (!import.meta.env.SSR) {
  addEventListener('storage', ({ key }) => {
    if (key === null) unsavedOnDevice.clear()
    else unsavedOnDevice.delete(key)
  })
}

/**
 * Calls the listener with each text that another tab writes under a key, null when it removes it. This tab may have
 * written since.
 *
 * @returns a function that unsubscribes
 */
export function onWriteElsewhere(key: DeviceKey, listener: (text: string | null) => void): () => void {
  const handle = (event: StorageEvent) => {
    if (event.key === storedName(key) || event.key === null) listener(event.newValue)
  }
  addEventListener('storage', handle)
  return () => removeEventListener('storage', handle)
}

/**
 * Calls the listener when another tab has written a key, or the page returns from the back/forward cache, where it
 * receives no events.
 *
 * @returns a function that unsubscribes
 */
export function onStoredChange(key: DeviceKey, listener: () => void): () => void {
  const handleShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  const unsubscribe = onWriteElsewhere(key, () => listener())
  addEventListener('pageshow', handleShow)
  return () => {
    unsubscribe()
    removeEventListener('pageshow', handleShow)
  }
}

/** Any exception means that the browser denies storage. */
function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}

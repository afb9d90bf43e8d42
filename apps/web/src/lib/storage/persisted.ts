import { create, type StoreApi, type UseBoundStore } from 'zustand'

import { fromJson, number, objectOf, type Read, type Reader, recordOf } from '../readers.ts'
import { deviceStorage, onStoredChange } from './browser-storage.ts'
import type { DeviceKey } from './storage-keys.ts'

type Fields = Record<string, Reader<unknown>>
type Values<F extends Fields> = { [Name in keyof F]: Read<F[Name]> }

type Options<F extends Fields> = {
  name: DeviceKey
  /** Increased when the meaning of a field changes; `migrate` then receives values of older versions. */
  version: number
  /** A reader for each field. */
  fields: F
  defaults: Values<F>
  migrate?: (stored: Record<string, unknown>, version: number) => Record<string, unknown>
}

/**
 * A store whose values survive a reload. Every field is validated separately: an invalid one falls back to its default.
 * Open tabs stay in sync.
 *
 * The first render of a page uses the defaults, like the server; stored values follow right after.
 */
export function persisted<const F extends Fields>(options: Options<F>): UseBoundStore<StoreApi<Values<F>>> {
  const { name, version, defaults } = options
  const store = create<Values<F>>()(() => defaults)
  if (import.meta.env.SSR) return store

  let isReading = false
  const read = () => {
    isReading = true
    store.setState(readValues(options, deviceStorage.read(name)), true)
    isReading = false
  }
  read()
  store.subscribe((values, before) => {
    if (isReading) return
    const stored = parseStored(deviceStorage.read(name))
    // Only the changed fields: another tab may have changed others, and one of a newer build may have more.
    const merged = stored.version === version ? { ...stored.values, ...changed(values, before) } : values
    deviceStorage.write(name, JSON.stringify({ version, values: merged }))
  })
  onStoredChange(name, read)
  return store
}

function changed<V extends Record<string, unknown>>(values: V, before: V): Partial<V> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== before[name])) as Partial<V>
}

/** Parses stored values; null, invalid JSON and invalid fields give defaults. */
export function readValues<F extends Fields>(options: Options<F>, text: string | null): Values<F> {
  const { fields, defaults, version, migrate } = options
  const stored = parseStored(text)
  const values = stored.version !== version && migrate ? migrate(stored.values, stored.version) : stored.values
  const result: Record<string, unknown> = { ...defaults }
  for (const [name, read] of Object.entries(fields)) {
    const value = read(values[name])
    if (value !== undefined) result[name] = value
  }
  return result as Values<F>
}

const readStored = objectOf({ version: number(), values: recordOf((value) => value) })

function parseStored(text: string | null): { version: number; values: Record<string, unknown> } {
  return readStored(fromJson(text ?? 'null')) ?? { version: 0, values: {} }
}

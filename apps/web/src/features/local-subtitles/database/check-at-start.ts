import { useSettings } from '#features/settings/index.ts'

import { syncSettings, setLocalWorks } from '../sync-settings.ts'
import { LocalSubtitleError } from '../problems.ts'
import { DATABASE, VERSION } from './schema.ts'

/**
 * Checks whether this browser has a subtitle database that must be upgraded, or that the settings do not know. Opens it
 * only then.
 */
export async function checkAtStart(): Promise<void> {
  const version = await versionOnDevice()
  if (version === undefined) return
  const { localSubtitledWorks } = useSettings.getState()
  // The browser has deleted it, or the settings were imported from another device.
  if (version === null) return setLocalWorks([])
  if (version >= VERSION && localSubtitledWorks.length > 0) return
  try {
    await syncSettings()
  } catch (error) {
    // A failed upgrade is shown over the page; other problems are shown in the settings.
    if (!(error instanceof LocalSubtitleError)) throw error
  }
}

/** Returns the database's version; null if there is none, undefined if it cannot be determined without opening it. */
async function versionOnDevice(): Promise<number | null | undefined> {
  try {
    // Missing in Firefox before 126 and in private windows.
    const all = await indexedDB.databases?.()
    return all && (all.find(({ name }) => name === DATABASE)?.version ?? null)
  } catch {
    return undefined
  }
}

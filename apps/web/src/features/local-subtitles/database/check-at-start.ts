import { useSettings } from '#features/settings/index.ts'

import { syncSettings, setLocalWorks } from '../sync-settings.ts'
import { LocalSubtitleError } from '../problems.ts'
import { DATABASE, VERSION } from './schema.ts'

/**
 * Looks, once a page has settled, whether this browser has a database of subtitles that must be brought up to date, or that
 * the settings know nothing of. It is opened for that alone.
 */
export async function checkAtStart(): Promise<void> {
  const version = await versionOnDevice()
  if (version === undefined) return
  const { localSubtitledWorks } = useSettings.getState()
  // The browser has cleared it, or the settings are another device's.
  if (version === null) return setLocalWorks([])
  if (version >= VERSION && localSubtitledWorks.length > 0) return
  try {
    await syncSettings()
  } catch (error) {
    // A failed upgrade is shown over the page; other problems are shown in the settings.
    if (!(error instanceof LocalSubtitleError)) throw error
  }
}

/** The database's version; null when there is none, undefined when that is unknown without opening it. */
async function versionOnDevice(): Promise<number | null | undefined> {
  try {
    // Not in Firefox before 126, nor in private windows everywhere.
    const all = await indexedDB.databases?.()
    return all && (all.find(({ name }) => name === DATABASE)?.version ?? null)
  } catch {
    return undefined
  }
}

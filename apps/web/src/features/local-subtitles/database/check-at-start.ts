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
    // Of an upgrade that failed the page has told; of what else is the matter the settings tell whoever looks there.
    if (!(error instanceof LocalSubtitleError)) throw error
  }
}

/** Of the database; null where there is none, undefined where that cannot be told without opening it. */
async function versionOnDevice(): Promise<number | null | undefined> {
  try {
    // Not in Firefox before 126, nor in private windows everywhere.
    const all = await indexedDB.databases?.()
    return all && (all.find(({ name }) => name === DATABASE)?.version ?? null)
  } catch {
    return undefined
  }
}

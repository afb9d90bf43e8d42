import { MAX_LOCAL_SUBTITLED_WORKS } from '@otodana/contract'

import { useSettings } from '#features/settings/index.ts'

import { openEngine } from './open-engine.ts'

/**
 * Copies the works in the database to the setting `localSubtitledWorks`, which lists of works use without opening the
 * database. Other tabs follow the setting.
 */
export async function syncSettings(): Promise<void> {
  const { subtitledWorkIds } = await openEngine()
  setLocalWorks(await subtitledWorkIds())
}

/** The server accepts a limited number, so the latest works, which have the highest ids, are kept. */
export function setLocalWorks(ids: readonly number[]): void {
  const works = [...ids].sort((a, b) => b - a).slice(0, MAX_LOCAL_SUBTITLED_WORKS)
  const { localSubtitledWorks: before } = useSettings.getState()
  if (works.length === before.length && works.every((id, index) => id === before[index])) return
  useSettings.setState({ localSubtitledWorks: works })
}

import { MAX_LOCAL_SUBTITLED_WORKS } from '@otodana/contract'

import { useSettings } from '#features/settings/index.ts'

import { openEngine } from './open-engine.ts'

/**
 * Makes the setting `localSubtitledWorks` what the database says, which lists of works go by without opening it. Other tabs
 * follow the setting.
 */
export async function syncSettings(): Promise<void> {
  const { subtitledWorkIds } = await openEngine()
  setLocalWorks(await subtitledWorkIds())
}

/** More than the server takes are not asked about: then the latest works, which have the highest ids, are. */
export function setLocalWorks(ids: readonly number[]): void {
  const works = [...ids].sort((a, b) => b - a).slice(0, MAX_LOCAL_SUBTITLED_WORKS)
  const { localSubtitledWorks: before } = useSettings.getState()
  if (works.length === before.length && works.every((id, index) => id === before[index])) return
  useSettings.setState({ localSubtitledWorks: works })
}

import { useMemo } from 'react'

import { useSettings, type AudioType, type InitialPathBehavior, type SePreference } from '#features/settings/index.ts'

/** What a listener would rather hear, where a work has it in several versions. */
export type Preferences = {
  initialPathBehavior: InitialPathBehavior
  sePreference: SePreference
  /** Best first; types that are missing come last. */
  audioTypePreference: readonly AudioType[]
}

/** As chosen on this device. The server, and the first render with it, knows only the defaults. */
export function usePreferences(): Preferences {
  const initialPathBehavior = useSettings((settings) => settings.initialPathBehavior)
  const sePreference = useSettings((settings) => settings.sePreference)
  const audioTypePreference = useSettings((settings) => settings.audioTypePreference)
  return useMemo(
    () => ({ initialPathBehavior, sePreference, audioTypePreference }),
    [initialPathBehavior, sePreference, audioTypePreference],
  )
}

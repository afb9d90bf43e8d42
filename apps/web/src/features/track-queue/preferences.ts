import { useMemo } from 'react'

import { useSettings, type AudioType, type InitialPathBehavior, type SePreference } from '#features/settings/index.ts'

/** The preferred version of a work that has several. */
export type Preferences = {
  initialPathBehavior: InitialPathBehavior
  sePreference: SePreference
  /** Best first; missing types come last. */
  audioTypePreference: readonly AudioType[]
}

/** Returns this device's preferences; on the server and in the first render the defaults. */
export function usePreferences(): Preferences {
  const initialPathBehavior = useSettings((settings) => settings.initialPathBehavior)
  const sePreference = useSettings((settings) => settings.sePreference)
  const audioTypePreference = useSettings((settings) => settings.audioTypePreference)
  return useMemo(
    () => ({ initialPathBehavior, sePreference, audioTypePreference }),
    [initialPathBehavior, sePreference, audioTypePreference],
  )
}

import { useSettings } from '#features/settings/index.ts'

import type { EditionChoice } from './list-request.ts'

/** This device's choice of editions. */
export function useEditionChoice(): EditionChoice {
  const editions = useSettings((settings) => settings.editions)
  const editionLanguage = useSettings((settings) => settings.editionLanguage)
  return { editions, editionLanguage }
}

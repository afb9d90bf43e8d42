import { useLocale } from '#i18n/use-translation.ts'

import { useSettings } from './settings.store.ts'

/** Whether subtitles are shown: as was chosen on this device, and before that only in Chinese. */
export function useSubtitlesOn(): boolean {
  const locale = useLocale()
  return useSettings(({ enableSubtitle }) => enableSubtitle) ?? locale === 'zh-CN'
}

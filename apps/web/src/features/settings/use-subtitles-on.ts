import { useLocale } from '#i18n/use-translation.ts'

import { useSettings } from './settings.store.ts'

/** Whether subtitles are shown: as chosen on this device; by default only in Chinese. */
export function useSubtitlesOn(): boolean {
  const locale = useLocale()
  return useSettings(({ enableSubtitle }) => enableSubtitle) ?? locale === 'zh-CN'
}

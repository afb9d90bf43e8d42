import type { SubtitleIndexState } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'

import css from './BuildingNote.module.css'

/** Says that not all subtitles have been read yet. */
export function BuildingNote({ index }: { index: SubtitleIndexState }) {
  const { t } = useTranslation('subtitle-search')
  if (index.state !== 'building') return null
  return <p className={css.note}>{t('building', { percent: Math.floor(index.progress * 100) })}</p>
}

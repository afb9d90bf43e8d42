import type { SubtitleWork } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'

import css from './MoreInWork.module.css'

/** A note that a work has more matches than shown. */
export function MoreInWork({ work }: { work: SubtitleWork }) {
  const { t } = useTranslation('subtitle-search')
  if (!work.hasMore) return null
  const count = work.matches.reduce((sum, { lines }) => sum + lines.length, 0)
  return <p className={css.more}>{t('moreInWork', { count, formatted: formatCount(count) })}</p>
}

import '#i18n/on-demand/deferred-texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'

import css from './FoundInSubtitles.module.css'
import { linesOf } from '../results/lines-of.ts'
import { subtitleRequest } from '../subtitle-request.ts'
import { subtitlesHref } from '../subtitles-search.ts'
import { subtitlesQuery } from '../subtitles.queries.ts'

/** The number of matching lines or works in subtitles, if no work matches. */
export default function FoundInSubtitles({ keyword }: { keyword: string }) {
  const { t } = useTranslation('subtitle-search')
  const { api } = useRouter().options.context
  const globalFilter = useSettings((settings) => settings.globalFilter)
  // Shared with the tab above.
  const { data, isPlaceholderData } = useQuery(subtitlesQuery(api, subtitleRequest({ keyword }, globalFilter)))
  if (!data || isPlaceholderData || data.works.length === 0) return null
  const lines = linesOf(data)
  const { totalCount: works } = data.pagination
  return (
    <>
      <p className={css.found} role="status">
        {lines !== null
          ? t('elsewhere.lines', { count: lines, formatted: formatCount(lines) })
          : data.isExact
            ? t('elsewhere.works', { count: works, formatted: formatCount(works) })
            : t('elsewhere.worksAbout', { count: works, formatted: formatCount(works) })}
      </p>
      <a className={controls.primary} href={subtitlesHref({ keyword })}>
        {t('elsewhere.show')}
      </a>
    </>
  )
}

import '#i18n/on-demand/deferred-texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { ListFailed } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { useFailure } from '#lib/api/recovery.ts'
import controls from '#ui/controls.module.css'

import { FoundFile } from './FoundFile.tsx'
import { MoreInWork } from './MoreInWork.tsx'
import { SearchNotes } from './SearchNotes.tsx'
import { isQueryCut } from '../subtitle-query.ts'
import { subtitleRequest } from '../subtitle-request.ts'
import { subtitlesQuery } from '../subtitles.queries.ts'
import { useLinePlayer } from './use-line-player.ts'
import css from './WorkResults.module.css'

const SETTLE_MS = 200

/** Matches in one work's subtitles, updated while typing. */
export default function WorkResults({ workId, keyword }: { workId: string; keyword: string }) {
  const { t } = useTranslation('subtitle-search')
  const { api } = useRouter().options.context
  const request = subtitleRequest({ keyword, work: workId }, '')
  const found = useQuery(subtitlesQuery(api, request, SETTLE_MS))
  const { data, isFetching, isPlaceholderData, refetch } = found
  const failure = useFailure(found)
  const player = useLinePlayer()
  if (request.query === '') return null
  if (failure) return <ListFailed error={failure} isBusy={isFetching} onRetry={() => void refetch()} />
  const [work] = data?.works ?? []
  const lines = work?.matches.reduce((sum, { lineCount }) => sum + lineCount, 0) ?? 0
  return (
    <div className={css.results} aria-busy={isPlaceholderData || !data}>
      <p className={css.count} role="status">
        {data ? t('lines', { count: lines, formatted: formatCount(lines) }) : t('loading')}
      </p>
      {data ? <SearchNotes page={data} isCut={isQueryCut(keyword)} /> : null}
      {work ? (
        <div className={css.files}>
          {work.matches.map((match) => (
            <FoundFile
              key={match.subtitle.hash}
              work={work}
              match={match}
              keyword={keyword}
              player={player}
              heading="h2"
            />
          ))}
          {data?.isPartial ? null : <MoreInWork work={work} />}
        </div>
      ) : null}
      {data?.isPartial ? (
        <p className={css.partial}>
          <span>{t('partial.note')}</span>
          <button type="button" className={controls.button} onClick={() => void refetch()}>
            {t('partial.on')}
          </button>
        </p>
      ) : null}
    </div>
  )
}

import type { SubtitlePage } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { useSettings } from '#features/settings/index.ts'
import { formatCount } from '#lib/format/format-count.ts'

import { subtitleRequest } from '../subtitle-request.ts'
import { subtitlesQuery } from '../subtitles.queries.ts'

const SETTLE_MS = 150

/** The number of works with matches; prefetches the tab's page. */
export default function TabCount({ keyword }: { keyword: string }) {
  const { api } = useRouter().options.context
  const globalFilter = useSettings((settings) => settings.globalFilter)
  const { data, isPlaceholderData } = useQuery(
    subtitlesQuery(api, subtitleRequest({ keyword }, globalFilter), SETTLE_MS),
  )
  return data && !isPlaceholderData && data.index.state !== 'off' ? countText(data) : null
}

/** `12`, or `≈ 40` if the search is incomplete. */
function countText({ pagination: { totalCount }, isExact }: SubtitlePage): string {
  return isExact ? formatCount(totalCount) : `≈ ${formatCount(totalCount)}`
}

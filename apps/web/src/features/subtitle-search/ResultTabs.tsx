import type { SubtitlePage } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api.ts'
import { formatCount } from '#lib/format.ts'

import css from './ResultTabs.module.css'
import { subtitleQuery, subtitlesHref } from './subtitles-search.ts'
import { subtitlesQuery } from './subtitles.queries.ts'

type Props = {
  api: Api
  keyword: string
  current: 'works' | 'subtitles'
  /** The address of the works that the keyword finds. */
  worksHref: string
}

/** Where a search looks: in the works' names, or in what is said in them. Nothing for one that has no plain words. */
export function ResultTabs({ api, keyword, current, worksHref }: Props) {
  const { t } = useTranslation('subtitle-search')
  const query = subtitleQuery(keyword)
  // The page that the tab leads to, so that it is there at once.
  const { data } = useQuery(subtitlesQuery(api, { query, page: 1 }, current === 'works' ? SETTLE_MS : 0))
  if (query === '' || data?.index.state === 'off') return null
  const tab = (name: Props['current'], href: string, text: string) => (
    <li>
      <a className={css.tab} href={href} aria-current={name === current ? 'page' : undefined}>
        {text}
        {name === 'subtitles' ? <span className={css.count}>{data ? countText(data) : ''}</span> : null}
      </a>
    </li>
  )
  return (
    <nav className={css.tabs} aria-label={t('tabs.label')}>
      <ul className={css.list}>
        {tab('works', worksHref, t('tabs.works'))}
        {tab('subtitles', subtitlesHref({ keyword }), t('tabs.subtitles'))}
      </ul>
    </nav>
  )
}

const SETTLE_MS = 150

/** `12`, and `40+` or so where not everything was looked into. */
export function countText({ pagination: { totalCount }, isExact, works }: SubtitlePage): string {
  if (isExact) return formatCount(totalCount)
  return totalCount > works.length ? `≈ ${formatCount(totalCount)}` : `${formatCount(totalCount)}+`
}

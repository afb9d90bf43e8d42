import { parseKeyword } from '@otodana/keyword'
import { useHydrated } from '@tanstack/react-router'

import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

import css from './ResultTabs.module.css'
import { subtitlesHref } from '../subtitles-search.ts'

const TabCount = lazyComponent(
  () => import('./TabCount.tsx'),
  () => null,
)

type Props = {
  keyword: string
  current: 'works' | 'subtitles'
  /** The URL of the matching works. */
  worksHref: string
}

/** Tabs for matches in works and in subtitles. Renders nothing without plain words. */
export function ResultTabs({ keyword, current, worksHref }: Props) {
  const { t } = useTranslation('works')
  const isLive = useHydrated()
  if (!parseKeyword(keyword).some(({ kind }) => kind === 'plain')) return null
  return (
    <nav className={css.tabs} aria-label={t('tabs.label')}>
      <a className={css.tab} href={worksHref} aria-current={current === 'works' ? 'page' : undefined}>
        {t('tabs.works')}
      </a>
      <a
        className={css.tab}
        href={subtitlesHref({ keyword })}
        aria-current={current === 'subtitles' ? 'page' : undefined}
      >
        {t('tabs.subtitles')}
        <span className={css.count}>{isLive ? <TabCount keyword={keyword} /> : null}</span>
      </a>
    </nav>
  )
}

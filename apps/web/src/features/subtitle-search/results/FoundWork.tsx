import type { SubtitleWork } from '@otodana/contract'
import { workPath } from '@otodana/work-code'

import { AgeChip, useCovers } from '#features/works/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { FoundFile } from './FoundFile.tsx'
import css from './FoundWork.module.css'
import { MoreInWork } from './MoreInWork.tsx'
import { subtitlesHref } from '../subtitles-search.ts'
import type { LinePlayer } from './use-line-player.ts'

type Props = {
  work: SubtitleWork
  keyword: string
  player: LinePlayer
  isFirst: boolean
  /** Only this work is searched, so everything is shown. */
  isAlone: boolean
  /** The search is incomplete. */
  isPartial: boolean
}

/** A work with its matches. */
export function FoundWork({ work, keyword, player, isFirst, isAlone, isPartial }: Props) {
  const { t } = useTranslation('subtitle-search')
  const { coverUrl, coverSrcSet } = useCovers()
  const href = workPath(work)
  return (
    <article id={`work-${work.id}`} className={css.work}>
      <a className={css.cover} href={href} tabIndex={-1} aria-hidden="true">
        <img
          className={css.image}
          src={coverUrl(work.id, '240x240')}
          srcSet={coverSrcSet(work.id)}
          sizes="(max-width: 40rem) 6.5rem, 11rem"
          alt=""
          width={560}
          height={420}
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
        />
      </a>
      <div className={css.about}>
        <h2 className={css.title} lang={langOfText(work.title)}>
          <a href={href}>{work.title}</a>
        </h2>
        <p className={css.facts}>
          {work.name === '' ? null : <span lang={langOfText(work.name)}>{work.name}</span>}
          <AgeChip age={work.age_category_string} />
        </p>
      </div>
      <div className={css.files}>
        {work.matches.map((match) => (
          <FoundFile
            key={match.subtitle.hash}
            work={work}
            match={match}
            keyword={keyword}
            player={player}
            heading="h3"
          />
        ))}
        {isAlone && !isPartial ? (
          <MoreInWork work={work} />
        ) : !isAlone && work.hasMore ? (
          <a className={css.more} href={subtitlesHref({ keyword, work: work.source_id })}>
            {t('moreFiles')}
          </a>
        ) : null}
      </div>
    </article>
  )
}

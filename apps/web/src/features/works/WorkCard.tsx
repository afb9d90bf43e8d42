import type { Work } from '@otodana/contract'
import { workPath } from '@otodana/work-code'
import { memo } from 'react'
import { useTranslation } from '#i18n/use-translation.ts'

import { Icon } from '#ui/Icon.tsx'

import { coverSrcSet, coverUrl } from './cover.ts'
import { hasSales, isPriceKnown, storefrontUrl, termHref, useTagName, useWorkTexts } from './work-texts.ts'
import css from './WorkCard.module.css'
import { AgeChip, Stars } from './WorkMarks.tsx'
import type { DisplayMode } from './works-search.ts'

type Props = {
  work: Work
  mode: DisplayMode
  /** `eager` for those that are seen without scrolling, `first` for the very first, which the page is judged by. */
  loading: 'first' | 'eager' | 'lazy'
}

const coverSizes = {
  compact: '(max-width: 40rem) 30vw, 11rem',
  detail: '(max-width: 40rem) 46vw, 17rem',
  list: '(max-width: 40rem) 6rem, 9rem',
} as const

/** One work of a list. Plain elements and links: a page shows a hundred of them. */
export const WorkCard = memo(function WorkCard({ work, mode, loading }: Props) {
  const { t, locale } = useTranslation('works')
  const texts = useWorkTexts()
  const href = workPath(work)
  const duration = texts.duration(work.duration)
  const isSubtitleShown = work.has_subtitle && locale === 'zh-CN'
  return (
    <article className={css.card}>
      <a className={css.cover} href={href} tabIndex={-1} aria-hidden="true">
        <img
          className={css.image}
          src={coverUrl(work.id, '240x240')}
          srcSet={coverSrcSet(work.id)}
          sizes={coverSizes[mode]}
          alt=""
          width={560}
          height={420}
          loading={loading === 'lazy' ? 'lazy' : 'eager'}
          fetchPriority={loading === 'first' ? 'high' : 'auto'}
          decoding="async"
        />
        {duration === null ? null : <span className={css.duration}>{duration}</span>}
        {isSubtitleShown ? <span className={css.subtitled}>{t('subtitled')}</span> : null}
      </a>
      <div className={css.body}>
        <h2 className={css.title}>
          <a href={href}>{work.title}</a>
        </h2>
        {work.circle.name === '' ? null : (
          <a className={css.circle} href={termHref('circle', work.circle.name)}>
            {work.circle.name}
          </a>
        )}
        <p className={css.line}>
          {work.rate_count > 0 ? <Stars work={work} /> : null}
          <AgeChip category={work.age_category_string} />
        </p>
        {mode === 'compact' ? null : <Details work={work} />}
      </div>
    </article>
  )
})

function Details({ work }: { work: Work }) {
  const { t } = useTranslation('works')
  const texts = useWorkTexts()
  const nameOf = useTagName()
  const storefront = storefrontUrl(work)
  return (
    <>
      <p className={css.line}>
        {isPriceKnown(work) ? <span className={css.price}>{texts.price(work.price)}</span> : null}
        {hasSales(work) ? <span>{texts.sales(work.dl_count)}</span> : null}
        {work.review_count > 0 ? <span>{texts.reviews(work.review_count)}</span> : null}
      </p>
      {work.tags.length === 0 ? null : (
        <ul className={css.tags} aria-label={t('tags')}>
          {work.tags.map((tag) => (
            <li key={tag.id}>
              <a className={css.tag} href={termHref('tag', tag.name)}>
                {nameOf(tag)}
              </a>
            </li>
          ))}
        </ul>
      )}
      <div className={css.foot}>
        <ul className={css.voices} aria-label={t('voiceActors')}>
          {work.vas.map((actor) => (
            <li key={actor.id}>
              <a className={css.voice} href={termHref('va', actor.name)}>
                {actor.name}
              </a>
            </li>
          ))}
        </ul>
        {storefront === null ? null : (
          <a
            className={css.store}
            href={storefront}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('storefrontOf', { title: work.title })}
            title={t('storefront')}
          >
            <Icon name="store" size="1.25em" />
          </a>
        )}
      </div>
    </>
  )
}

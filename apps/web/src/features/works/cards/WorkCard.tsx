import { ageOf, isPriceKnown, isReleaseKnown, type Work } from '@otodana/contract'
import { workPath } from '@otodana/work-code'
import { memo, type ComponentType } from 'react'

import type { DisplayMode } from '#features/settings/index.ts'
import { langOf } from '#i18n/lang-of.ts'
import { shortLanguageName } from '#i18n/language-names.ts'
import controls from '#ui/controls.module.css'
import { StoreIcon } from '#ui/icons/core-icons.ts'

import { CardPlay } from './CardPlay.tsx'
import { useCovers } from './cover.ts'
import { editionLanguages, languageOf } from './edition-languages.ts'
import { tagLinks, voiceLinks } from './NameLinks.tsx'
import { codeOf, hasSales, storefrontUrl, termHref } from './work-texts.ts'
import css from './WorkCard.module.css'
import { ageChip, stars } from './WorkMarks.tsx'
import type { WorkWords } from './work-words.ts'

type Props = {
  work: Work
  words: WorkWords
  mode: DisplayMode
  /** `eager` for those visible without scrolling, `first` for the very first, the largest contentful paint. */
  loading: 'first' | 'eager' | 'lazy'
  /** Its files are being loaded, to play them. */
  isBusy: boolean
  onPlay: (work: Work) => void
  /** A member's actions; null for other visitors. */
  Actions: ComponentType<{ work: Work }> | null
}

const coverSizes = {
  compact: '6.5rem',
  detail: '(max-width: 40rem) 46vw, 17rem',
  list: '5.5rem',
} as const

// A card is one tab stop, its title, until arrow keys move on: see `use-roving-focus.ts`.
const voicesLook = { list: css.voices, link: css.voice, tabIndex: -1 }
const tagsLook = { list: css.tags, link: css.tag, tabIndex: -1 }

/**
 * A work in a list. Plain elements and links, because a page shows a hundred. Styles arrange them in every mode; rows
 * have a date instead of tags.
 */
export const WorkCard = memo(function WorkCard({ work, words, mode, loading, isBusy, onPlay, Actions }: Props) {
  const { t, texts } = words
  const { coverUrl, coverSrcSet } = useCovers()
  const href = workPath(work)
  const duration = texts.duration(work.duration)
  const storefront = storefrontUrl(work)
  const subtitles = words.subtitles(work)
  // Known by its folder only.
  const isBare = work.tags.length === 0 && work.rate_count === 0 && work.dl_count === 0 && !isPriceKnown(work)
  const age = ageOf(work)
  const code = codeOf(work)
  return (
    <article className={css.card} data-bare={isBare ? '' : undefined}>
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
          fetchPriority={loading === 'first' ? 'high' : undefined}
          decoding="async"
        />
      </a>
      <h2 className={css.title}>
        <a href={href} lang={langOf(work, work.title)}>
          {work.title}
        </a>
      </h2>
      <CardPlay work={work} t={t} className={css.play} isBusy={isBusy} onPlay={onPlay} />
      {duration === null ? null : (
        <p className={css.duration}>
          <span className={controls.hidden}>{t('term.duration')}</span>
          {duration}
        </p>
      )}
      {work.other_language_editions_in_db.length > 0 ? <Languages work={work} label={t('editionsOf')} /> : null}
      {subtitles === null ? null : (
        <p className={css.subtitled} data-subtitle-mark="">
          {subtitles.short === null ? (
            subtitles.text
          ) : (
            <>
              <span className={controls.hidden}>{subtitles.text}</span>
              <span className={css.signed} aria-hidden="true">
                {subtitles.short}
              </span>
            </>
          )}
        </p>
      )}
      {work.circle.name === '' ? null : (
        <a
          className={css.circle}
          href={termHref('circle', work.circle.name)}
          tabIndex={-1}
          lang={langOf(work, work.circle.name)}
        >
          {work.circle.name}
        </a>
      )}
      {isBare && age === 'unrated' ? null : <p className={css.age}>{ageChip(age, t)}</p>}
      {voiceLinks(work.vas, words, voicesLook)}
      {work.rate_count > 0 || work.review_count > 0 ? (
        <p className={css.opinion}>
          {work.rate_count > 0 ? stars(work, t) : null}
          {work.review_count > 0 ? <span>{texts.reviews(work.review_count)}</span> : null}
        </p>
      ) : null}
      {isPriceKnown(work) || hasSales(work) ? (
        <p className={css.shop}>
          {isPriceKnown(work) ? <span className={css.price}>{texts.price(work.price)}</span> : null}
          {hasSales(work) ? <span>{texts.sales(work.dl_count)}</span> : null}
        </p>
      ) : null}
      {isBare && code !== null && work.title !== code ? <p className={css.code}>{code}</p> : null}
      {mode === 'list' ? (
        isReleaseKnown(work) ? (
          <p className={css.release}>
            <span className={controls.hidden}>{t('released')}</span>
            {work.release}
          </p>
        ) : null
      ) : (
        tagLinks(work.tags, words, tagsLook)
      )}
      {storefront === null ? null : (
        <a
          className={css.store}
          href={storefront}
          tabIndex={-1}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('storefrontOf', { title: work.title })}
          title={t('storefront')}
        >
          <StoreIcon size="1.25em" />
        </a>
      )}
      {Actions ? <Actions work={work} /> : null}
    </article>
  )
})

/** The languages in which the library has it; the card opens the one in bold. */
function Languages({ work, label }: { work: Work; label: string }) {
  const own = languageOf(work)
  return (
    <ul className={css.languages} data-languages="" aria-label={label}>
      {editionLanguages(work).map((language) => (
        <li key={language} aria-current={language === own ? 'true' : undefined}>
          {shortLanguageName(language)}
        </li>
      ))}
    </ul>
  )
}

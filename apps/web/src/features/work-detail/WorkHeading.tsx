import type { Work } from '@otodana/contract'
import { useTranslation } from '#i18n/use-translation.ts'

import { RateButton } from '#features/reviews/index.ts'
import { AgeChip, Stars, TagLinks, termHref, VoiceLinks } from '#features/works/index.ts'

import { EditionLinks } from './EditionLinks.tsx'
import { RatingSpread } from './RatingSpread.tsx'
import css from './WorkHeading.module.css'

/** Longer ones are written smaller, so that a phone shows more than the title. In UTF-16 code units. */
const LONG_TITLE = 60

/** The work's names and marks: title, circle, voice actors, rating, editions, tags. */
export function WorkHeading({ work }: { work: Work }) {
  const { t, locale } = useTranslation('works')
  const isSubtitleShown = work.has_subtitle && locale === 'zh-CN'
  return (
    <div className={css.heading}>
      <p className={css.marks}>
        <span className={css.code}>{work.source_id}</span>
        <AgeChip category={work.age_category_string} />
        {isSubtitleShown ? <span className={css.subtitled}>{t('subtitled')}</span> : null}
      </p>
      <h1 className={work.title.length > LONG_TITLE ? `${css.title} ${css.long}` : css.title}>{work.title}</h1>
      {work.circle.name === '' ? null : (
        <a className={css.circle} href={termHref('circle', work.circle.name)}>
          {work.circle.name}
        </a>
      )}
      <VoiceLinks vas={work.vas} list={css.chips} link={css.voice} />
      <Rating work={work} />
      <EditionLinks work={work} />
      <TagLinks tags={work.tags} list={css.chips} link={css.tag} />
    </div>
  )
}

/** What others think of it, and beside it the way to say it as well. */
function Rating({ work }: { work: Work }) {
  const { t } = useTranslation('work-detail')
  return (
    <div className={css.rating}>
      {work.rate_count === 0 ? <Stars work={work} /> : <RatingSpread work={work} />}
      <RateButton>{t('rate')}</RateButton>
    </div>
  )
}

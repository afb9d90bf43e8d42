import type { Work } from '@otodana/contract'
import { useTranslation } from '#i18n/use-translation.ts'

import { RateButton } from '#features/reviews/index.ts'
import { EditTagsButton } from '#features/tag-votes/index.ts'
import { Stars, TagLinks } from '#features/works/index.ts'

import { EditionSwitch } from './EditionSwitch.tsx'
import { RatingSpread } from './RatingSpread.tsx'
import css from './WorkHeading.module.css'

/** Rating, editions and tags. */
export function WorkDetails({ work }: { work: Work }) {
  return (
    <div className={`${css.heading} ${css.details}`}>
      <Rating work={work} />
      <EditionSwitch work={work} />
      <TagLinks tags={work.tags} list={css.chips} link={css.tag}>
        <EditTagsButton key={work.id} work={work} className={css.editTags} />
      </TagLinks>
    </div>
  )
}

/** The average rating, with a button to rate. */
function Rating({ work }: { work: Work }) {
  const { t } = useTranslation('work-detail')
  return (
    <div className={css.rating}>
      {work.rate_count === 0 ? <Stars work={work} /> : <RatingSpread work={work} />}
      <RateButton>{t('rate')}</RateButton>
    </div>
  )
}

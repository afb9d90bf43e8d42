import '#i18n/on-demand/account-texts.ts'
import '#i18n/on-demand/review-texts.ts'

import type { Work } from '@otodana/contract'
import { useState } from 'react'

import { UnsentMark, useWaitingReview } from '#features/outbox/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Dialog } from '#ui/Dialog.tsx'

import css from './CardRating.module.css'
import { marksOf } from './marks.ts'
import { OwnStars } from './OwnStars.tsx'
import { useMarks } from './review.store.ts'
import { useReviewActions } from './use-review-actions.ts'

type Props = { work: Pick<Work, 'id' | 'title' | 'userRating'> }

/** The member's rating on a card's cover, editable. */
export function CardRating({ work }: Props) {
  const { t } = useTranslation('reviews')
  const { rating } = useMarks(work.id, marksOf(work))
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={css.button}
        tabIndex={-1}
        data-rated={rating > 0 ? '' : undefined}
        aria-label={
          rating > 0 ? t('card.rated', { title: work.title, count: rating }) : t('card.rate', { title: work.title })
        }
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className={css.mark} aria-hidden="true">
          {rating > 0 ? `★ ${rating}` : '☆'}
        </span>
        <UnsentMark isSmall isShown={useWaitingReview(work.id)?.rating !== undefined} />
      </button>
      {isOpen ? <Rate work={work} rating={rating} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function Rate({ work, rating, onClose }: Props & { rating: number; onClose: () => void }) {
  const { t } = useTranslation('reviews')
  const { change } = useReviewActions(work, { rating })
  return (
    <Dialog title={t('rating.label')} onClose={onClose}>
      <p className={css.work} lang={langOfText(work.title)}>
        {work.title}
      </p>
      <div className={css.stars}>
        <OwnStars
          rating={rating}
          size="large"
          isFirst
          onRate={(chosen) => change({ rating: chosen })}
          onPicked={onClose}
        />
      </div>
    </Dialog>
  )
}

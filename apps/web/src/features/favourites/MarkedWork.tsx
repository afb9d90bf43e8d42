import type { ReviewedWork } from '@otodana/contract'
import { workPath } from '@otodana/work-code'

import { UnsentMark, useWaitingReview } from '#features/outbox/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { marksOf, OwnStars, ProgressSelect, ReviewDialog, useMarks, useReviewActions } from '#features/reviews/index.ts'
import { termHref, useCovers } from '#features/works/index.ts'
import { langOf } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { DialogButton } from '#ui/DialogButton.tsx'

import css from './MarkedWork.module.css'

/** A work with all of the member's marks. */
export function MarkedWork({ work }: { work: ReviewedWork }) {
  const { t } = useTranslation('favourites')
  const marks = useMarks(work.id, marksOf(work))
  const { change } = useReviewActions(work, marks)
  const { coverUrl, coverSrcSet } = useCovers()
  const href = workPath(work)
  const { title } = work
  return (
    <article className={css.work}>
      <a className={css.cover} href={href} tabIndex={-1} aria-hidden="true">
        <img
          className={css.image}
          src={coverUrl(work.id, '240x240')}
          srcSet={coverSrcSet(work.id)}
          sizes="8rem"
          alt=""
          width={560}
          height={420}
          loading="lazy"
          decoding="async"
        />
      </a>
      <div className={css.names}>
        <h2 className={css.title} lang={langOf(work, title)}>
          <a href={href}>{title}</a>
        </h2>
        {work.circle.name === '' ? null : (
          <a className={css.circle} href={termHref('circle', work.circle.name)} lang={langOf(work, work.circle.name)}>
            {work.circle.name}
          </a>
        )}
      </div>
      <div className={css.marks}>
        <OwnStars rating={marks.rating} about={title} onRate={(rating) => change({ rating })} />
        <div className={css.choices}>
          <ProgressSelect progress={marks.progress} about={title} onChange={(progress) => change({ progress })} />
          <DialogButton
            className={`${controls.button} ${css.edit}`}
            aria-label={t('editOf', { title })}
            renderDialog={(opened) => <ReviewDialog {...opened} work={work} marks={marks} />}
          >
            {t('edit')}
          </DialogButton>
        </div>
        <UnsentMark isShown={useWaitingReview(work.id) !== undefined} />
      </div>
      {marks.text === '' ? null : (
        <blockquote className={css.review} lang={langOfText(marks.text)}>
          {marks.text}
        </blockquote>
      )}
    </article>
  )
}

import '#i18n/on-demand/review-texts.ts'

import { useId, type KeyboardEvent, type MouseEvent } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { CloseIcon } from '#ui/icons/core-icons.ts'
import { WithName } from '#ui/WithName.tsx'

import { MAX_RATING } from './marks.ts'
import css from './OwnStars.module.css'

type Props = {
  /** 0: none. */
  rating: number
  size?: 'small' | 'large'
  /** The work's title, if the page shows several. */
  about?: string | undefined
  /** Its name is seen above it. */
  isLabelShown?: boolean
  /** The first star gets a dialog's focus. */
  isFirst?: boolean
  onRate: (rating: number) => void
  /** Called when a star was chosen by touch or mouse, or confirmed with Enter. */
  onPicked?: () => void
}

const stars = Array.from({ length: MAX_RATING }, (_, index) => index + 1)

/** The visitor's rating: native radio buttons with a clear button; the keys 0 to 5 work too. */
export function OwnStars({
  rating,
  size = 'small',
  about,
  isLabelShown = false,
  isFirst = false,
  onRate,
  onPicked,
}: Props) {
  const { t } = useTranslation('reviews')
  const name = useId()

  function handleKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const typed = /^[0-5]$/.test(event.key)
      ? Number(event.key)
      : event.key === 'Delete' || event.key === 'Backspace'
        ? 0
        : null
    if (typed !== null) {
      event.preventDefault()
      // The player has keys too, which must not react.
      event.stopPropagation()
      onRate(typed)
    } else if (event.key === 'Enter' && onPicked) {
      event.preventDefault()
      onPicked()
    }
  }

  return (
    <fieldset className={`${css.stars} ${css[size]}`}>
      <legend className={css.legend}>
        {about === undefined ? (
          t('rating.label')
        ) : (
          <WithName text={(title) => t('rating.of', { title })} name={about} />
        )}
      </legend>
      {isLabelShown ? (
        <span className={css.label} aria-hidden="true">
          {t('rating.label')}
        </span>
      ) : null}
      <div className={css.row}>
        {stars.map((star) => (
          <label key={star} className={css.star} data-on={star <= rating ? '' : undefined}>
            <input
              type="radio"
              className={css.input}
              name={name}
              value={star}
              checked={star === rating}
              data-first={isFirst && star === Math.max(rating, 1) ? '' : undefined}
              onChange={() => onRate(star)}
              onKeyDown={handleKeyDown}
              // A press on a label also clicks its input; so do arrow keys, without coordinates.
              onClick={({ clientX, clientY }: MouseEvent) => (clientX !== 0 || clientY !== 0) && onPicked?.()}
            />
            <span aria-hidden="true">{star <= rating ? '★' : '☆'}</span>
            <span className={css.hidden}>{t('rating.stars', { count: star })}</span>
          </label>
        ))}
      </div>
      <button
        type="button"
        className={css.clear}
        aria-label={t('rating.clear')}
        title={t('rating.clear')}
        hidden={rating === 0}
        onClick={() => {
          onRate(0)
          onPicked?.()
        }}
      >
        <CloseIcon size="1.25em" />
      </button>
    </fieldset>
  )
}

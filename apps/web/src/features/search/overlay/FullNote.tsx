import { isOverfull, MAX_KEYWORD_LENGTH, MAX_KEYWORD_TERMS, type SearchInput } from '@otodana/keyword'

import { useMemo } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'

import css from './FullNote.module.css'

/** A note that the search is at its maximum length. */
export function FullNote({ box }: { box: SearchInput }) {
  const { t } = useTranslation('search')
  // Rendered for each letter, and again when the list follows.
  const isFull = useMemo(() => isOverfull(box), [box])
  return (
    <p className={css.note} role="status">
      {isFull ? t('full', { terms: MAX_KEYWORD_TERMS, length: formatCount(MAX_KEYWORD_LENGTH) }) : null}
    </p>
  )
}

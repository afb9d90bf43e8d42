import { MAX_KEYWORD_LENGTH, MAX_KEYWORD_TERMS, parseKeyword, printKeyword, type DoneTerm } from '@otodana/keyword'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'

import { searchedTerms } from './global-filter.ts'
import css from './SearchTerms.module.css'
import { useTermHint, useTermText } from './term-text.ts'

/** Notes about a search whose terms are shown elsewhere. */
export function TermNotes({ keyword }: { keyword: string }) {
  const terms = parseKeyword(keyword)
  const hintOf = useTermHint()
  return (
    <>
      <CutNote keyword={keyword} filter="" />
      {terms.map((term, index) => {
        const text = hintOf(term)
        return text === null ? null : <TermHint key={printKeyword(terms.slice(0, index + 1))} term={term} text={text} />
      })}
    </>
  )
}

type CutNoteProps = {
  keyword: string
  /** The visitor's filter, which is part of the search. */
  filter: string
}

/** A note about the part of an overlong search that is used. */
export function CutNote({ keyword, filter }: CutNoteProps) {
  const { t } = useTranslation('works')
  const searched = searchedTerms(keyword, filter)
  if (searched === null) return null
  return (
    <p className={css.note} role="status">
      {t('cut', { count: searched, terms: MAX_KEYWORD_TERMS, length: formatCount(MAX_KEYWORD_LENGTH) })}
    </p>
  )
}

/** Explains why a term cannot match anything. */
export function TermHint({ id, term, text }: { id?: string; term: DoneTerm; text: string }) {
  const nameOf = useTermText()
  return (
    <p className={css.hint}>
      <strong>{nameOf(term)}</strong> <span id={id}>{text}</span>
    </p>
  )
}

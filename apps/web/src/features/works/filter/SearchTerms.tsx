import { lengthReadings, parseKeyword, printKeyword, type DoneTerm } from '@otodana/keyword'
import { useId } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { CloseIcon } from '#ui/icons/core-icons.ts'

import css from './SearchTerms.module.css'
import { CutNote, TermHint } from './TermNotes.tsx'
import { useTermHint, useTermParts } from './term-text.ts'
import type { TagOf } from './use-tags-of-terms.ts'
import { usePlainTagMark } from '../cards/work-texts.ts'
import { useWorksHref } from '../use-works-href.ts'
import type { WorksSearch } from '../works-search.ts'

type Props = {
  search: WorksSearch
  keyword: string
  /** The visitor's filter, which is part of the search. */
  filter: string
  tagOf: TagOf
}

/** The search term by term; each is a link to the search without it. Explains terms that cannot match anything. */
export function SearchTerms({ search, keyword, filter, tagOf }: Props) {
  const { t } = useTranslation('works')
  const hrefOf = useWorksHref()
  const terms = parseKeyword(keyword)
  const hintOf = useTermHint()
  const id = useId()
  const chips = terms.map((term, index) => ({ term, index, hint: hintOf(term), hintId: `${id}-${index}` }))
  return (
    <div className={css.search}>
      <CutNote keyword={keyword} filter={filter} />
      <div className={css.row}>
        <span id={`${id}-label`} className={`${css.label} ${css.heading}`}>
          {t('searchBy')}
        </span>
        <ul className={css.terms} aria-labelledby={`${id}-label`}>
          {chips.map(({ term, index, hint, hintId }) => (
            <li key={printKeyword(terms.slice(0, index + 1))} className={css.item}>
              <TermChip
                term={term}
                tagOf={tagOf}
                hintId={hint === null ? undefined : hintId}
                href={hrefOf({
                  ...search,
                  page: 1,
                  keyword: printKeyword(terms.filter((_, place) => place !== index)),
                })}
              />
            </li>
          ))}
        </ul>
      </div>
      <Readings terms={terms} search={search} />
      {chips.map(({ term, hint, hintId }) =>
        hint === null ? null : <TermHint key={hintId} id={hintId} term={term} text={hint} />,
      )}
    </div>
  )
}

/** Links to the search with words read as a length: `rain 5 min` as "rain", under 5 min. */
function Readings({ terms, search }: { terms: readonly DoneTerm[]; search: WorksSearch }) {
  const { t } = useTranslation('works')
  const hrefOf = useWorksHref()
  const partsOf = useTermParts()
  const id = useId()
  const readings = lengthReadings(terms)
  if (readings.length === 0) return null
  return (
    <div className={css.row}>
      <span id={id} className={css.label}>
        {t('meant')}
      </span>
      <ul className={css.terms} aria-labelledby={id}>
        {readings.map(({ term, terms: read }) => (
          <li key={term.excluded ? 'under' : 'atLeast'} className={css.item}>
            <a className={css.reading} href={hrefOf({ ...search, page: 1, keyword: printKeyword(read) })}>
              <span className={css.kind}>{partsOf(term).kind}</span>
              {partsOf(term).text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

type ChipProps = { term: DoneTerm; tagOf: TagOf; hintId: string | undefined; href: string }

function TermChip({ term, tagOf, hintId, href }: ChipProps) {
  const { t } = useTranslation('works')
  const tag = tagOf(term)
  const { kind, text } = useTermParts()(term, tag)
  const plain = usePlainTagMark()
  return (
    <a className={css.chip} href={href} data-problem={hintId && ''} aria-describedby={hintId}>
      {kind === null ? null : <span className={css.kind}>{kind}</span>}
      <span className={css.text} title={text} data-plain-tag={tag ? plain : undefined}>
        {text}
      </span>
      <CloseIcon size="1.25em" />
      <span className={controls.hidden}>{t('removeTerm', { term: text })}</span>
    </a>
  )
}

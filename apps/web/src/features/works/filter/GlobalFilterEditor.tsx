import '#i18n/on-demand/deferred-texts.ts'

import type { Work } from '@otodana/contract'
import {
  addTerm,
  openKeyword,
  parseKeyword,
  printKeyword,
  printTerm,
  removeTerm,
  type DoneTerm,
} from '@otodana/keyword'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'

import { MAX_FILTER_LENGTH, useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import { CloseIcon } from '#ui/icons/core-icons.ts'

import css from './GlobalFilterEditor.module.css'
import { useEditionChoice } from '../list/use-edition-choice.ts'
import { listRequest } from '../list/list-request.ts'
import { useTermHint, useTermText } from './term-text.ts'
import { useTagsOfTerms } from './use-tags-of-terms.ts'
import { worksQueries } from '../works.queries.ts'
import { searchDefaults, type WorksSearch } from '../works-search.ts'

/** Common exclusions, one press each. */
const suggestions = ['$-age:adult$', '$-age:r15$'].flatMap((text) => openKeyword(text).terms)

/** Hidden works say nothing about the filter's tags. */
const noWorks: readonly Work[] = []
const wholeLibrary: WorksSearch = { ...searchDefaults, subtitle: undefined, keyword: undefined }

/** Edits the terms that filter every list of works. Changes apply at once. */
export function GlobalFilterEditor({ api }: { api: Api }) {
  const { t } = useTranslation('settings')
  const hintOf = useTermHint()
  const textOf = useTermText()
  const filter = useSettings(({ globalFilter }) => globalFilter)
  const { terms } = openKeyword(filter)
  const tagOf = useTagsOfTerms(api, terms, noWorks)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const id = useId()

  /** Returns whether it was saved. */
  function keep(next: readonly DoneTerm[]): boolean {
    const printed = printKeyword(next)
    if (printed.length > MAX_FILTER_LENGTH) setProblem(t('filter.tooLong', { max: MAX_FILTER_LENGTH }))
    else useSettings.setState({ globalFilter: printed })
    return printed.length <= MAX_FILTER_LENGTH
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const typed = openKeyword(printKeyword(parseKeyword(text))).terms
    const found = typed.map(hintOf).find((each) => each !== null) ?? null
    setProblem(found)
    if (found === null && keep(typed.reduce(addTerm, terms))) setText('')
    input.current?.focus()
  }

  // The pressed button is gone: the focus moves to the title, which opens no keyboard on a phone.
  function handleRemove(index: number) {
    setProblem(null)
    keep(removeTerm(terms, index))
    title.current?.focus()
  }

  function handleSuggestion(term: DoneTerm) {
    setProblem(null)
    if (keep(addTerm(terms, term))) title.current?.focus()
  }

  return (
    <div className={css.editor}>
      <div>
        <h3 ref={title} id={`${id}-title`} className={css.title} tabIndex={-1}>
          {t('filter.title')}
        </h3>
        <p id={`${id}-text`} className={css.text}>
          {t('filter.text')}
        </p>
      </div>
      {terms.length > 0 ? (
        <ul className={css.terms} aria-labelledby={`${id}-title`}>
          {terms.map((term, index) => (
            <li key={printTerm(term)} className={css.term}>
              {textOf(term, tagOf(term))}
              <button
                type="button"
                className={css.remove}
                aria-label={t('filter.remove', { term: textOf(term, tagOf(term)) })}
                onClick={() => handleRemove(index)}
              >
                <CloseIcon size="1.25em" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <form className={css.form} onSubmit={handleSubmit}>
        <input
          ref={input}
          className={`${controls.field} ${css.input}`}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
          maxLength={MAX_FILTER_LENGTH}
          aria-label={t('filter.label')}
          aria-describedby={`${id}-text ${id}-problem`}
          aria-invalid={problem !== null}
          placeholder={t('filter.placeholder')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
        />
        <button type="submit" className={controls.button} disabled={text.trim() === ''}>
          {t('filter.add')}
        </button>
      </form>
      <p id={`${id}-problem`} className={css.problem} role="alert">
        {problem}
      </p>
      <ul className={css.suggestions} aria-label={t('filter.suggestions')}>
        {suggestions
          .filter((term) => addTerm(terms, term) !== terms)
          .map((term) => (
            <li key={printTerm(term)}>
              <button type="button" className={css.suggestion} onClick={() => handleSuggestion(term)}>
                <span aria-hidden="true">+</span> {textOf(term)}
              </button>
            </li>
          ))}
      </ul>
      {filter === '' ? null : <Effect api={api} filter={filter} />}
    </div>
  )
}

/** Number of works that match the filter: zero indicates a typing error. */
function Effect({ api, filter }: { api: Api; filter: string }) {
  const { t, locale } = useTranslation('settings')
  const editionChoice = useEditionChoice()
  const all = useQuery(worksQueries.list(api, requestOf('')))
  const left = useQuery(worksQueries.list(api, requestOf(filter)))
  if (!all.data || !left.data) return null
  const count = left.data.pagination.totalCount
  const total = formatCount(all.data.pagination.totalCount)
  return (
    <p className={css.text} role="status" aria-busy={left.isPlaceholderData}>
      {count === 0 ? t('filter.leavesNone', { total }) : t('filter.leaves', { count: formatCount(count), total })}
    </p>
  )

  function requestOf(globalFilter: string) {
    return listRequest(wholeLibrary, { locale, globalFilter, localSubtitledWorks: [], ...editionChoice })
  }
}

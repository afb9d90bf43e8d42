import { parseKeyword } from '@otodana/keyword'
import type { ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import { useTermParts } from '../filter/term-text.ts'
import type { TagOf } from '../filter/use-tags-of-terms.ts'
import { searchedWords } from './searched-words.ts'
import { Toolbar } from './Toolbar.tsx'
import css from './WorksHead.module.css'
import type { WorksSearch } from '../works-search.ts'

type Props = {
  search: WorksSearch
  /** The total as text; empty while unknown. */
  total: string
  hasToolbar: boolean
  /** Whether `total` includes works that the visitor's filter may hide. */
  isUnfiltered: boolean
  /** Knows the tags of the search in the visitor's language. */
  tagOf?: TagOf
  /** A list other than the library. */
  other?: { path: string; title: string }
  /** Shown between the title and the controls: the first heading comes first. */
  shelves?: ReactNode
  /** Further controls. */
  children?: ReactNode
}

/** A list's title, total and controls. */
export function WorksHead(props: Props) {
  const { search, total, hasToolbar, isUnfiltered, tagOf, other, shelves, children } = props
  return (
    <div className={css.head}>
      <div className={css.headings} data-whole={other ? undefined : search.keyword ? 'always' : ''}>
        <h1 className={css.title}>{other?.title ?? <Title keyword={search.keyword} tagOf={tagOf} />}</h1>
        <p className={css.total} role="status" data-unfiltered={isUnfiltered ? '' : undefined}>
          {total}
        </p>
      </div>
      {shelves ? <div className={css.shelves}>{shelves}</div> : null}
      {hasToolbar ? <Toolbar search={search} path={other?.path ?? '/works'} /> : null}
      {children}
    </div>
  )
}

function Title({ keyword, tagOf }: { keyword: string | undefined; tagOf: TagOf | undefined }) {
  const { t } = useTranslation('works')
  const partsOf = useTermParts()
  if (!keyword) return t('title')
  const words = searchedWords(parseKeyword(keyword), (term) => partsOf(term, tagOf?.(term)).name)
  return words === null ? t('resultsOnly') : t('results', { words })
}

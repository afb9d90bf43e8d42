import '#i18n/on-demand/deferred-texts.ts'

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useRef, type KeyboardEvent } from 'react'

import { useSettings } from '#features/settings/index.ts'
import { ListFailed } from '#features/works/index.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { namesQuery } from '#lib/queries/names-query.ts'
import { useFailure, useRecovery } from '#lib/api/recovery.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

import { NamesTool } from './editing/NamesTool.tsx'
import { entriesOf, entryOrder, filterEntries, findable, type NameEntry } from './name-list.ts'
import type { NameKind } from './name-kinds.ts'
import { NameGrid } from './NameGrid.tsx'
import { NamesHead } from './NamesHead.tsx'
import { NamesPending } from './NamesPending.tsx'
import css from './NamesScreen.module.css'
import type { Opening } from './names-loader.ts'
import { namesHref, type NamesSearch } from './names-search.ts'
import { useFilter } from './use-filter.ts'

type Props = { api: Api; kind: NameKind; search: NamesSearch; opening: Opening | null }

/** All circles, tags or voice actors of the library, filtered while typing; each links to its search. */
export function NamesScreen({ api, kind, search, opening }: Props) {
  const { t, locale } = useTranslation('names')
  const isCensored = useSettings(({ showCensoredTag }) => showCensoredTag)
  const list = useQuery(namesQuery(api, kind))
  const { data: names, refetch, isFetching } = list
  const failure = useFailure(list)
  const filter = useFilter(search.q, (q) => namesHref(kind, { ...search, q }))
  // Deferred, so that filtering never delays typing.
  const text = useDeferredValue(filter.text)
  const grid = useRef<HTMLUListElement>(null)

  const all = useMemo(
    () => names && findable(entriesOf(names, locale, isCensored)).sort(entryOrder(search.sort, locale)),
    [names, locale, isCensored, search.sort],
  )
  const entries = useMemo(() => all && filterEntries(all, text), [all, text])
  const listed: Listed | null = entries
    ? { entries, found: entries.length, total: all?.length ?? 0 }
    : opening && openingFor(opening, search.q, text)

  if (!listed) {
    if (!failure) return <NamesPending kind={kind} search={search} />
    return (
      <>
        <NamesHead kind={kind} search={{ ...search, q: filter.text }} onFilter={filter.change} total="" />
        <ListFailed error={failure} isBusy={isFetching} onRetry={() => void refetch()} />
      </>
    )
  }

  function handleChange(next: string) {
    filter.change(next)
    // Results start at the top, which may be scrolled out of view.
    const top = grid.current?.getBoundingClientRect().top ?? 0
    if (top < 0) grid.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return
    const first = grid.current?.querySelector('a')
    if (first) event.preventDefault()
    first?.focus()
  }

  const { found, total } = listed
  const isFiltered = text.trim() !== ''
  return (
    <>
      <NamesHead
        kind={kind}
        search={{ ...search, q: filter.text }}
        onFilter={handleChange}
        onKeyDown={handleKeyDown}
        tools={<NamesTool kind={kind} />}
        total={
          isFiltered
            ? t('found', { formatted: formatCount(found), total: formatCount(total) })
            : t(`${kind}.total`, { count: total, formatted: formatCount(total) })
        }
      />
      {failure ? <RestMissing error={failure} isBusy={isFetching} onRetry={() => void refetch()} /> : null}
      {found > 0 ? (
        <NameGrid
          ref={grid}
          kind={kind}
          entries={listed.entries}
          total={found}
          isBusy={!names && isFetching}
          isCensored={isCensored}
        />
      ) : isFiltered ? (
        <Message title={t('none.title')} text={t('none.text', { filter: text.trim() })}>
          <a className={controls.button} href={namesHref(kind, { ...search, q: '' })}>
            {t('none.clear')}
          </a>
        </Message>
      ) : (
        <Message title={t(`${kind}.empty`)} text={t('empty')} />
      )}
    </>
  )
}

type Listed = { entries: readonly NameEntry[]; found: number; total: number }

/** The server's first lines while the whole list is loading; filtered if the filter differs. */
function openingFor(opening: Opening, q: string, text: string): Listed {
  if (text === q) return opening
  const entries = filterEntries(findable(opening.entries), text)
  return { entries, found: entries.length, total: opening.total }
}

/** The first lines are loaded, but the rest failed. */
function RestMissing({ error, isBusy, onRetry }: { error: Error; isBusy: boolean; onRetry: () => void }) {
  const { t } = useTranslation('names')
  const text = useErrorText(error)
  useRecovery(error, isBusy, onRetry)
  return (
    <div className={css.notice} role="alert">
      <p>{joinSentences(t('restMissing'), text)}</p>
      <button type="button" className={controls.button} onClick={onRetry}>
        {t('retry')}
      </button>
    </div>
  )
}

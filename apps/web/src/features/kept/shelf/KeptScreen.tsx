import '#i18n/on-demand/kept-texts.ts'

import { useRouter } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useId, useMemo } from 'react'

import { useAccount, useOwner } from '#features/accounts/index.ts'
import { usePlayWork, WorkList } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { below } from '#lib/base-path.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { formatSize } from '#lib/format/format-size.ts'
import controls from '#ui/controls.module.css'
import { DieIcon } from '#ui/icons/deferred-icons.ts'
import { Message } from '#ui/Message.tsx'
import { Pager } from '#ui/Pager.tsx'
import { useAddressField } from '#ui/use-address-field.ts'

import { followKept } from '../follow-kept.ts'
import { type KeptEntry, stateOf, useKept } from '../kept.store.ts'
import { noteKept } from '../noted-count.ts'
import { keepProblem } from '../support.ts'
import { KeptLists } from '../lists/KeptLists.tsx'
import { useKeptShown } from '../use-kept-shown.ts'
import { Downloads } from './Downloads.tsx'
import { EmptyShelf } from './EmptyShelf.tsx'
import { createFinder } from './find-kept.ts'
import { keptHref, type KeptSearch } from './kept-search.ts'
import { InstallNote } from './InstallNote.tsx'
import { FormerKept } from './FormerKept.tsx'
import { KeptBelow } from './KeptBelow.tsx'
import { KeptPending } from './KeptPending.tsx'
import css from './KeptScreen.module.css'
import { RoomPart } from './RoomPart.tsx'
import { keptOrders, orderKept } from './order-kept.ts'
import { SHELF_AT_ONCE, SHELF_PAGE } from './shelf-page.ts'

/** The shelf of what is kept on this device. It needs no connection. */
export function KeptScreen({ search }: { search: KeptSearch }) {
  const { t } = useTranslation('kept')
  const { isLoaded, problem, works, first, evictedCount } = useKept()
  const isFirst = search.words === '' && search.order === 'kept' && search.page === 1
  // The first render has no owner, like the server's.
  const isAlive = useOwner() !== null
  const account = useAccount()
  const whyNot = isAlive ? (keepProblem() ?? problem) : null
  useEffect(() => {
    if (keepProblem() === null) void followKept()
  }, [])
  useKeptShown(true)
  return (
    <>
      <h1 className={css.title}>{t('title')}</h1>
      {isLoaded && account !== null ? <FormerKept key={account} /> : null}
      {whyNot !== null ? (
        <Message title={t('shelf.empty.title')} text={t(`dialog.${whyNot}`)} />
      ) : isAlive && !isLoaded && isFirst && first ? (
        <Shelf works={first.works} all={first} search={search} />
      ) : !isAlive || !isLoaded ? (
        <KeptPending />
      ) : works.length === 0 && evictedCount > 0 ? (
        <Evicted count={evictedCount} />
      ) : works.length === 0 ? (
        <EmptyShelf />
      ) : (
        <Shelf works={works} search={search} />
      )}
    </>
  )
}

/** The browser has removed all of it by itself. This is said once. */
function Evicted({ count }: { count: number }) {
  const { t } = useTranslation('kept')
  useEffect(() => noteKept(0), [])
  return (
    <Message title={t('shelf.evicted.title')} text={t('shelf.evicted.text', { count })}>
      <a className={controls.button} href="/works">
        {t('shelf.empty.library')}
      </a>
    </Message>
  )
}

type ShelfProps = {
  works: readonly KeptEntry[]
  /** Of all works, while these are the first of them. */
  all?: { count: number; bytes: number }
  search: KeptSearch
}

function Shelf({ works, all, search }: ShelfProps) {
  const { t, locale } = useTranslation('kept')
  const { words, order } = search
  const { play, busyId } = usePlayWork()
  // The catalogue is built once for what is kept, when something is searched, and not whenever a file arrives.
  const isSearch = words !== ''
  const ids = works.map(({ workId, keptAtMs }) => `${workId} ${keptAtMs}`).join()
  // oxlint-disable-next-line react/exhaustive-deps -- see above
  const find = useMemo(() => (isSearch ? createFinder(works.map(({ work }) => work)) : null), [ids, isSearch])
  const found = useMemo(() => find?.(words) ?? null, [find, words])
  const shown = orderKept(
    works.filter(({ workId }) => found === null || found.has(workId)),
    order,
    locale,
  )
  const entryOf = new Map(shown.map((entry) => [entry.workId, entry]))
  const playable = shown.filter(({ sum }) => sum.wholeCount > 0)
  const count = all?.count ?? shown.length
  const totalBytes = all?.bytes ?? shown.reduce((total, { sum }) => total + sum.receivedBytes, 0)
  const last = Math.max(1, Math.ceil(count / SHELF_PAGE))
  // An address may be older than what is kept.
  const page = Math.min(search.page, last)
  const most = useDeferredValue(SHELF_PAGE, SHELF_AT_ONCE)
  const onPage = shown.slice((page - 1) * SHELF_PAGE, page * SHELF_PAGE)

  function handleRandom() {
    const entry = playable[Math.floor(Math.random() * playable.length)]
    if (entry) play(entry.work)
  }

  return (
    <>
      <Downloads works={works.filter((entry) => ['waiting', 'paused'].includes(stateOf(entry)))} />
      <InstallNote />
      <RoomPart />
      <KeptLists />
      <Tools search={search} />
      {shown.length === 0 ? (
        <Message title={t('shelf.none.title', { words })} text={t('shelf.none.text')}>
          <a className={controls.button} href={keptHref({ ...search, words: '', page: 1 })}>
            {t('shelf.none.clear')}
          </a>
        </Message>
      ) : (
        <>
          <div className={css.summary}>
            <p className={css.total} role="status">
              {t('shelf.total', {
                count,
                formatted: formatCount(count),
                size: formatSize(totalBytes),
              })}
            </p>
            {playable.length > 1 ? (
              <button type="button" className={controls.button} aria-disabled={busyId !== null} onClick={handleRandom}>
                <DieIcon size="1.25em" />
                {t('shelf.random')}
              </button>
            ) : null}
          </div>
          <WorkList
            works={onPage.slice(0, most).map(({ work }) => work)}
            mode="detail"
            below={({ id }) => keptBelow(entryOf.get(id))}
          />
          <Pager page={page} last={last} hrefOf={(to) => keptHref({ ...search, page: to })} />
        </>
      )}
    </>
  )
}

const keptBelow = (entry: KeptEntry | undefined) => (entry ? <KeptBelow entry={entry} /> : null)

/** Search and order; a form, so that both are in the address. */
function Tools({ search }: { search: KeptSearch }) {
  const { t } = useTranslation('kept')
  const router = useRouter()
  const id = useId()
  const { words, order } = search
  const field = useAddressField(words)
  return (
    <div className={css.tools}>
      <form role="search" aria-label={t('shelf.search')} className={css.search} action="/kept">
        <label htmlFor={id} className={controls.hidden}>
          {t('shelf.search')}
        </label>
        <input
          ref={field}
          id={id}
          name="q"
          type="search"
          enterKeyHint="search"
          className={`${controls.field} ${css.words}`}
          defaultValue={words}
          placeholder={t('shelf.search')}
        />
        {order === 'kept' ? null : <input type="hidden" name="order" value={order} />}
        <button type="submit" className={controls.button}>
          {t('shelf.submit')}
        </button>
      </form>
      <label className={css.order}>
        {t('shelf.sort')}
        <select
          className={controls.field}
          value={order}
          onChange={({ target }) => {
            const chosen = keptOrders.find((each) => each === target.value)
            if (chosen) void router.navigate({ href: below(keptHref({ ...search, order: chosen, page: 1 })) })
          }}
        >
          {keptOrders.map((each) => (
            <option key={each} value={each}>
              {t(`shelf.order.${each}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

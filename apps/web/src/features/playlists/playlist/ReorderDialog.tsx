import type { Playlist, Work } from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'

import { queuedText, sendOrWait } from '#features/outbox/index.ts'
import { ListFailed } from '#features/works/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import { IconButton } from '#ui/IconButton.tsx'
import { ChevronDownIcon, ChevronUpIcon } from '#ui/icons/deferred-icons.ts'
import { GripIcon } from '#ui/icons/player-icons.tsx'
import skeleton from '#ui/Skeleton.module.css'
import { toast } from '#ui/toast.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { useReorder } from '#ui/use-reorder.ts'

import { PageButtons } from '../PageButtons.tsx'
import { playlistName } from '../playlist-texts.ts'
import { playlistQueries, refreshPlaylists, ROWS_PER_PAGE } from '../playlists.queries.ts'
import css from './ReorderDialog.module.css'

/** What to focus after a row has moved. */
type Focus = { workId: number; part: 'up' | 'down' | 'handle' }

type Move = { work: Work; position: number; base: Beside }
/** The works beside a moved one; null: none, undefined: not known. */
type Beside = { before: number | null | undefined; after: number | null | undefined }

/** Moves a playlist's works by drag, buttons and arrow keys. Each move is saved at once; the page follows on closing. */
export function ReorderDialog({ playlist, onClose }: { playlist: Playlist; onClose: () => void }) {
  const speech = useSpeech()
  const t = speech.texts('playlists')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [page, setPage] = useState(1)
  const query = playlistQueries.order(api, playlist.id, page)
  const found = useQuery(query)
  const failure = useFailure(found)
  const works = found.data?.works ?? []
  const total = found.data?.pagination.totalCount ?? 0
  const last = Math.max(1, Math.ceil(total / ROWS_PER_PAGE))
  const list = useRef<HTMLOListElement>(null)
  const region = useRef<HTMLOutputElement>(null)
  const focus = useRef<Focus>(undefined)
  // Moves name positions, so they are sent one after another.
  const sent = useRef<Promise<unknown>>(undefined)
  const handleProps = useReorder(list, move)

  useEffect(() => () => void sent.current?.finally(() => refreshPlaylists(queryClient)), [queryClient])
  useLayoutEffect(() => {
    if (!focus.current) return
    const { workId, part } = focus.current
    const button = list.current?.querySelector<HTMLElement>(`[data-work="${workId}"] [data-part="${part}"]`)
    if (!button) return
    focus.current = undefined
    button.focus()
  })

  function move(from: number, to: number, part: Focus['part'] = 'handle') {
    const work = works[from]
    const position = (page - 1) * ROWS_PER_PAGE + to + 1
    if (!work || position < 1 || position > total || found.isPlaceholderData) return
    focus.current = { workId: work.id, part }
    if (to in works) {
      const others = works.filter((one) => one !== work)
      queryClient.setQueryData(query.queryKey, (shown) =>
        shown ? { ...shown, works: [...others.slice(0, to), work, ...others.slice(to)] } : shown,
      )
    } else setPage(to < 0 ? page - 1 : page + 1)
    // Where the pages end, what is beside it is not known.
    const base = {
      before: works[from - 1]?.id ?? (page === 1 ? null : undefined),
      after: works[from + 1]?.id ?? (page === last ? null : undefined),
    }
    sent.current = save({ work, position, base }, sent.current)
    if (region.current)
      region.current.textContent = t('order.moved', {
        title: shownName(work.title),
        position: formatCount(position),
        count: formatCount(total),
      })
  }

  async function save({ work, position, base }: Move, before: Promise<unknown> | undefined) {
    await before
    const write = {
      kind: 'move' as const,
      playlist: { id: playlist.id, name: playlistName(playlist, t) },
      work: { id: work.id, title: work.title },
      position,
      base,
    }
    try {
      const moved = await sendOrWait(api, write)
      if (moved === null) return toast(queuedText(speech))
      // Both pages have changed, if it left its own.
      if (last > 1) await queryClient.invalidateQueries({ queryKey: query.queryKey.slice(0, 3) })
    } catch (error) {
      toastFailure(error, speech)
      await queryClient.invalidateQueries({ queryKey: query.queryKey.slice(0, 3) })
    }
  }

  function handleKey(event: KeyboardEvent, index: number) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    move(index, index + by)
  }

  return (
    <Dialog variant="wide" title={t('order.title')} onClose={onClose}>
      <p className={forms.hint}>{t('order.hint')}</p>
      {failure ? (
        <ListFailed error={failure} isBusy={found.isFetching} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <div className={`${skeleton.skeleton} ${css.pending}`} role="status" aria-label={t('loading')} />
      ) : (
        <ol ref={list} className={css.list} start={(page - 1) * ROWS_PER_PAGE + 1} aria-busy={found.isPlaceholderData}>
          {works.map((work, index) => {
            const title = shownName(work.title)
            const position = (page - 1) * ROWS_PER_PAGE + index + 1
            return (
              <li key={work.id} className={css.item} data-work={work.id}>
                <span className={css.number}>{formatCount(position)}</span>
                <span className={css.title} lang={langOfText(title)}>
                  {title}
                </span>
                <IconButton
                  label={t('order.up', { title })}
                  data-part="up"
                  aria-disabled={position === 1}
                  onClick={() => move(index, index - 1, 'up')}
                >
                  <ChevronUpIcon />
                </IconButton>
                <IconButton
                  label={t('order.down', { title })}
                  data-part="down"
                  aria-disabled={position === total}
                  onClick={() => move(index, index + 1, 'down')}
                >
                  <ChevronDownIcon />
                </IconButton>
                <IconButton
                  {...handleProps(index)}
                  label={t('order.move', { title })}
                  className={css.handle}
                  data-part="handle"
                  onKeyDown={(event) => handleKey(event, index)}
                >
                  <GripIcon />
                </IconButton>
              </li>
            )
          })}
        </ol>
      )}
      <PageButtons page={page} last={last} onTurn={setPage} />
      <output ref={region} className={controls.hidden} />
    </Dialog>
  )
}

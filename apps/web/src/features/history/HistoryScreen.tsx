import '#i18n/on-demand/history-texts.ts'

import { MAX_HISTORY_DAYS } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { openAccount, useOwner } from '#features/accounts/index.ts'
import { ListFailed } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { formatLongDay } from '#lib/format/format-date.ts'
import { cutText, shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import { DialogButton } from '#ui/DialogButton.tsx'
import { Message } from '#ui/Message.tsx'
import { Pager } from '#ui/Pager.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'
import { Switch } from '#ui/Switch.tsx'
import { useAddressField } from '#ui/use-address-field.ts'
import { UndoNotice } from '#ui/UndoNotice.tsx'
import { useFocusOnReturn } from '#ui/focus-after-removal.ts'
import { DEVICE } from '#lib/storage/device-owner.ts'

import { byDay, type EntryPage, idOf, PAGE_SIZE } from './history-entries.ts'
import { dayOf, daysBefore } from './history-log.ts'
import { historyHref, type HistorySearch } from './history-search.ts'
import { HistoryPending } from './HistoryPending.tsx'
import css from './HistoryScreen.module.css'
import { historyQueries } from './history.queries.ts'
import { HistoryEntry } from './HistoryEntry.tsx'
import { useDayText } from './use-day-text.ts'
import { useHistoryEdits } from './use-history-edits.ts'
import { usePlayHeard } from './use-play-heard.ts'

/** Of what was searched, in the heading of no results. */
const MAX_WORDS = 60

const ClearHistoryDialog = lazyComponent(() => import('./ClearHistoryDialog.tsx'), PartMissing)

type Props = { api: Api; search: HistorySearch }

/** What was listened to, by day: a member's on all devices, that of other visitors on this device. */
export function HistoryScreen({ api, search }: Props) {
  const { t } = useTranslation('history')
  const owner = useOwner()
  return (
    <>
      <h1 className={css.title}>{t('title')}</h1>
      {owner === null ? <HistoryPending /> : <History key={owner} api={api} search={search} owner={owner} />}
    </>
  )
}

function History({ api, search, owner }: Props & { owner: number }) {
  const { t } = useTranslation('history')
  const list = useQuery(historyQueries.page(api, owner, search))
  const failure = useFailure(list)
  const edits = useHistoryEdits(owner)
  const { removed } = edits
  const removedId = removed ? idOf(removed) : ''
  const willFocus = useFocusOnReturn()
  const page = failure ? undefined : list.data
  const isSearched = search.words !== '' || search.until !== ''
  return (
    <>
      <div className={css.tools}>
        <div className={css.finders}>
          <Search search={search} />
          <Jump search={search} />
        </div>
        {page ? (
          <div className={css.choices}>
            <Switch
              label={t('keep.label')}
              hint={owner === DEVICE ? t('keep.device') : t('keep.account')}
              isOn={edits.isWanted ?? page.isOn}
              onChange={(isOn) => void edits.keep(isOn)}
            />
            {page.total > 0 && !isSearched ? (
              <DialogButton
                className={controls.button}
                renderDialog={(opened) => (
                  <ClearHistoryDialog
                    {...opened}
                    isOfDevice={owner === DEVICE}
                    onConfirm={() => void edits.removeAll()}
                  />
                )}
              >
                {t('clear.action')}
              </DialogButton>
            ) : null}
          </div>
        ) : null}
      </div>
      {owner === DEVICE ? (
        <p className={css.note}>
          {t('device')}{' '}
          <button type="button" className={css.link} aria-haspopup="dialog" onClick={() => openAccount('logIn')}>
            {t('logIn')}
          </button>
        </p>
      ) : null}
      <Begins search={search} page={page} isLoading={list.isPlaceholderData} />
      {page ? (
        <Days
          page={page}
          search={search}
          isBusy={list.isPlaceholderData}
          onRemove={(entry) => void edits.remove(entry)}
        />
      ) : failure ? (
        <ListFailed error={failure} isBusy={list.isFetching} onRetry={() => void list.refetch()} />
      ) : (
        <HistoryPending />
      )}
      <UndoNotice
        removed={removed && { id: removedId, hint: t('removed'), title: removed.tracks[0]?.workTitle ?? '' }}
        undoLabel={t('undo')}
        closeLabel={t('dismiss')}
        onUndo={() => {
          if (!removed) return
          willFocus(removedId)
          void edits.putBack(removed)
        }}
        onGone={edits.forgetRemoved}
      />
    </>
  )
}

function Search({ search: { words, until } }: { search: HistorySearch }) {
  const { t } = useTranslation('history')
  const id = useId()
  const field = useAddressField(words)
  return (
    <form role="search" aria-label={t('search.label')} className={css.search} action="/history">
      <label htmlFor={id} className={controls.hidden}>
        {t('search.label')}
      </label>
      <input
        ref={field}
        id={id}
        name="q"
        type="search"
        enterKeyHint="search"
        className={`${controls.field} ${css.words}`}
        defaultValue={words}
        placeholder={t('search.label')}
        maxLength={200}
      />
      {until === '' ? null : <input type="hidden" name="until" value={until} />}
      <button type="submit" className={controls.button}>
        {t('search.submit')}
      </button>
    </form>
  )
}

/** Leads to a day: the list begins there, and goes on with the days before it. */
function Jump({ search: { words, until } }: { search: HistorySearch }) {
  const { t } = useTranslation('history')
  const id = useId()
  const field = useAddressField(until)
  const [today] = useState(() => dayOf(Date.now()))
  return (
    <form className={css.search} action="/history">
      {words === '' ? null : <input type="hidden" name="q" value={words} />}
      <label htmlFor={id} className={css.jump}>
        {t('jump.label')}
      </label>
      <input
        ref={field}
        id={id}
        name="until"
        type="date"
        required
        className={`${controls.field} ${css.date}`}
        defaultValue={until}
        min={daysBefore(today, MAX_HISTORY_DAYS)}
        max={today}
      />
      <button type="submit" className={controls.button}>
        {t('jump.submit')}
      </button>
    </form>
  )
}

type BeginsProps = { search: HistorySearch; page: EntryPage | undefined; isLoading: boolean }

/** Where the list begins, and the way back to its real beginning. The status stays mounted, so that changes are announced. */
function Begins({ search, page, isLoading }: BeginsProps) {
  const { t, locale } = useTranslation('history')
  const { words, until } = search
  const isShown = until !== '' && page !== undefined && (isLoading || page.total > 0)
  // The page before is shown until the answer arrives, and says nothing about this day.
  const first = isLoading || search.page > 1 ? undefined : page?.entries[0]?.day
  const key = first === undefined || first === until ? 'from' : words === '' ? 'nothing' : 'nothingFound'
  return (
    <div className={isShown ? css.begins : undefined}>
      <p role="status">{isShown && !isLoading ? t(`jump.${key}`, { day: formatLongDay(until, locale) }) : ''}</p>
      {isShown ? (
        <a className={css.latest} href={historyHref({ words, until: '', page: 1 })}>
          {t('jump.latest')}
        </a>
      ) : null}
    </div>
  )
}

type DaysProps = {
  page: EntryPage
  search: HistorySearch
  isBusy: boolean
  onRemove: Parameters<typeof HistoryEntry>[0]['onRemove']
}

function Days({ page, search, isBusy, onRemove }: DaysProps) {
  const dayText = useDayText()
  const { playFrom, busyHash } = usePlayHeard()
  const { entries, total, isOn } = page
  if (entries.length === 0) return <Empty search={search} isPastEnd={total > 0} isOn={isOn} />
  return (
    <>
      <div aria-busy={isBusy} className={css.days}>
        {byDay(entries).map(({ day, entries: ofDay }) => (
          <section key={day} aria-labelledby={`day-${day}`}>
            <h2 id={`day-${day}`} className={css.day}>
              {dayText(day)}
            </h2>
            <ul className={css.list}>
              {ofDay.map((entry) => (
                <li key={entry.workId}>
                  <HistoryEntry
                    entry={entry}
                    isBusy={entry.tracks.some(({ hash }) => hash === busyHash)}
                    onPlay={(track) => void playFrom(track)}
                    onRemove={onRemove}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Pager
        page={search.page}
        last={Math.max(1, Math.ceil(total / PAGE_SIZE))}
        hrefOf={(to) => historyHref({ ...search, page: to })}
      />
    </>
  )
}

function Empty({ search, isPastEnd, isOn }: { search: HistorySearch; isPastEnd: boolean; isOn: boolean }) {
  const { t, locale } = useTranslation('history')
  const { words, until } = search
  if (isPastEnd) {
    return (
      <Message title={t('empty.pastEnd')}>
        <a className={controls.button} href={historyHref({ words, until, page: 1 })}>
          {t('empty.firstPage')}
        </a>
      </Message>
    )
  }
  if (words !== '') {
    const shown = cutText(shownName(words), MAX_WORDS)
    const title =
      until === ''
        ? t('search.none', { words: shown })
        : t('search.noneBefore', { words: shown, day: formatLongDay(until, locale) })
    return (
      <Message title={title} text={t('search.noneText')}>
        {until === '' ? null : (
          <a className={controls.button} href={historyHref({ words, until: '', page: 1 })}>
            {t('search.allDays')}
          </a>
        )}
        <a className={controls.button} href="/history">
          {t('search.clear')}
        </a>
      </Message>
    )
  }
  if (until !== '') {
    return (
      <Message title={t('jump.none', { day: formatLongDay(until, locale) })}>
        <a className={controls.button} href="/history">
          {t('jump.latest')}
        </a>
      </Message>
    )
  }
  return (
    <Message title={isOn ? t('empty.title') : t('off.title')} text={isOn ? t('empty.text') : t('off.text')}>
      <a className={controls.button} href="/works">
        {t('empty.library')}
      </a>
    </Message>
  )
}

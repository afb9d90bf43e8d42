import { listSecurityEvents, type SecurityEvent } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'

import { adminQueries, EVENTS_A_PAGE } from '../admin.queries.ts'
import { Loaded } from '../Loaded.tsx'
import { Failure, Section } from '../Section.tsx'
import section from '../Section.module.css'
import { folded, type FoldedEvent, isAlarming, knownKind, withOlder } from './security-events.ts'
import css from './SecurityPart.module.css'
import { useAction } from '../use-action.ts'
import { useTimeText } from '../use-time-text.ts'

/** Account events, latest first, with a button for older ones. */
export function SecurityPart({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  const [opening, setOpening] = useState(0)
  const latest = useQuery(adminQueries.events(api, opening))
  return (
    <Section title={t('security.title')} text={t('security.text')}>
      <Loaded query={latest}>
        {(events) => (
          <>
            <div className={section.row}>
              <button type="button" className={controls.button} onClick={() => setOpening(opening + 1)}>
                {t('security.refresh')}
              </button>
            </div>
            <Events key={opening} api={api} latest={events} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Events({ api, latest }: { api: Api; latest: readonly SecurityEvent[] }) {
  const { t } = useTranslation('admin')
  const { act, isBusy, failure } = useAction()
  const [older, setOlder] = useState<SecurityEvent[]>([])
  const [hasMore, setHasMore] = useState(latest.length >= EVENTS_A_PAGE)
  const events = withOlder(latest, older)
  if (events.length === 0) return <p className={css.none}>{t('security.none')}</p>

  async function loadOlder() {
    const before = events.at(-1)?.id ?? 0
    const { events: more } = await api(listSecurityEvents, { query: { before, limit: EVENTS_A_PAGE } })
    setOlder([...older, ...more])
    setHasMore(more.length >= EVENTS_A_PAGE)
  }
  return (
    <>
      <ul className={css.events}>
        {folded(events).map((event) => (
          <EventRow key={event.id} {...event} />
        ))}
      </ul>
      <Failure text={failure} />
      {hasMore ? (
        <button
          type="button"
          className={`${controls.button} ${css.more}`}
          aria-disabled={isBusy}
          onClick={() => act(loadOlder)}
        >
          {t('security.older')}
        </button>
      ) : (
        <p className={css.none}>{t('security.end')}</p>
      )}
    </>
  )
}

function EventRow({ kind, name, by, address, at, count }: FoldedEvent) {
  const { t } = useTranslation('admin')
  const timeText = useTimeText()
  const known = knownKind(kind)
  return (
    <li className={css.event}>
      <span className={isAlarming(kind) ? css.alarming : css.kind}>
        {known === null ? kind : t(`security.kinds.${known}`)}
        {count > 1 ? (
          <span className={css.count}> {t('security.times', { count, formatted: formatCount(count) })}</span>
        ) : null}
      </span>
      <span className={css.name}>{by === null || by === name ? name : t('security.by', { name, by })}</span>
      <span className={section.path}>{address}</span>
      <time className={css.time} dateTime={at}>
        {timeText(at)}
      </time>
    </li>
  )
}

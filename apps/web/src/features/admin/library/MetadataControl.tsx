import {
  cancelMetadataFetch,
  fetchMetadata,
  type MetadataFetch,
  retryFailedMetadata,
  switchMetadataFetch,
} from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'

import { ADMIN, adminQueries } from '../admin.queries.ts'
import { Loaded } from '../Loaded.tsx'
import { Failure, Section } from '../Section.tsx'
import section from '../Section.module.css'
import { useAction } from '../use-action.ts'
import { useSpanText } from '../use-span-text.ts'
import { useTimeText } from '../use-time-text.ts'
import css from './MetadataControl.module.css'

type Props = { api: Api; status: MetadataFetch }

/** The lookup of works' metadata: the owner's consent, its progress, and what failed. */
export function MetadataControl({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  const status = useQuery(adminQueries.metadata(api))
  return (
    <Section title={t('metadata.title')}>
      <Loaded query={status}>
        {(data) => (
          <>
            {data.isOn ? <Lookup api={api} status={data} /> : <Offer api={api} status={data} />}
            {data.isOn && data.failed > 0 ? <Failed api={api} count={data.failed} /> : null}
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Runs an action that changes the lookup, and shows the result. */
function useLookupAction() {
  const queryClient = useQueryClient()
  const { act, isBusy, failure } = useAction()
  const run = (work: () => Promise<unknown>) =>
    act(async () => {
      await work()
      await queryClient.invalidateQueries({ queryKey: ADMIN })
    })
  return { run, isBusy, failure }
}

/** Asks for consent: nothing is sent before. */
function Offer({ api, status: { unasked, unfilled, providers } }: Props) {
  const { t } = useTranslation('admin')
  const { run, isBusy, failure } = useLookupAction()
  if (providers.length === 0) return <p className={section.hint}>{t('metadata.none')}</p>
  const hosts = providers.map(({ host }) => host).join(', ')
  return (
    <>
      <p className={css.state}>
        {unasked === 0
          ? t('metadata.allAsked')
          : unfilled === 0
            ? t('metadata.complete')
            : t('metadata.unfilled', { count: unfilled, formatted: formatCount(unfilled) })}
      </p>
      <p className={section.hint}>
        {unasked === 0
          ? t('metadata.consentNew', { hosts })
          : t('metadata.consent', { hosts, count: unasked, formatted: formatCount(unasked) })}
      </p>
      <Failure text={failure} />
      <div className={section.row}>
        <button
          type="button"
          className={unfilled === 0 ? controls.button : controls.primary}
          aria-disabled={isBusy}
          onClick={() => run(() => api(switchMetadataFetch, { body: { isOn: true } }))}
        >
          {unfilled === 0 ? t('metadata.switchOn') : t('metadata.begin')}
        </button>
      </div>
    </>
  )
}

function Lookup({ api, status }: Props) {
  const { t } = useTranslation('admin')
  const { run, isBusy, failure } = useLookupAction()
  const { isPaused, waiting, found, notFound } = status
  const change = (body: { isOn?: boolean; isPaused?: boolean }) => run(() => api(switchMetadataFetch, { body }))
  const look = (works: 'missing' | 'all') => run(() => api(fetchMetadata, { body: { works } }))
  const idleText = status.looksUpNew ? t('metadata.idle') : t('metadata.cancelled')
  return (
    <>
      <div>
        <p role="status" className={css.state}>
          {waiting === 0 ? idleText : isPaused ? t('metadata.paused') : t('metadata.running')}
        </p>
        {waiting > 0 ? <Progress status={status} /> : null}
        <p className={section.hint}>
          {t('metadata.result', { found: formatCount(found), notFound: formatCount(notFound) })}
        </p>
      </div>
      <Failure text={failure} />
      <div className={section.row}>
        {waiting > 0 ? (
          <>
            <button
              type="button"
              className={controls.button}
              aria-disabled={isBusy}
              onClick={() => change({ isPaused: !isPaused })}
            >
              {isPaused ? t('metadata.resume') : t('metadata.pause')}
            </button>
            <button
              type="button"
              className={`${controls.button} ${forms.danger}`}
              aria-disabled={isBusy}
              onClick={() => run(() => api(cancelMetadataFetch, {}))}
            >
              {t('metadata.cancel')}
            </button>
          </>
        ) : (
          <>
            <button type="button" className={controls.button} aria-disabled={isBusy} onClick={() => look('missing')}>
              {t('metadata.lookMissing')}
            </button>
            <button type="button" className={controls.button} aria-disabled={isBusy} onClick={() => look('all')}>
              {t('metadata.lookAll')}
            </button>
          </>
        )}
        {status.isConfigured ? null : (
          <button
            type="button"
            className={controls.button}
            aria-disabled={isBusy}
            onClick={() => change({ isOn: false })}
          >
            {t('metadata.switchOff')}
          </button>
        )}
      </div>
    </>
  )
}

function Progress({ status: { waiting, worksPerMinute, secondsLeft, delayed } }: { status: MetadataFetch }) {
  const { t } = useTranslation('admin')
  const spanText = useSpanText()
  const timeText = useTimeText()
  if (delayed)
    return (
      <p className={css.numbers}>{t('metadata.delayed', { time: timeText(delayed.until), reason: delayed.reason })}</p>
    )
  return (
    <p className={css.numbers}>
      {t('metadata.left', { count: waiting, formatted: formatCount(waiting) })}
      {secondsLeft === null
        ? ''
        : t('metadata.rate', { rate: formatCount(Math.round(worksPerMinute)), span: spanText(secondsLeft) })}
    </p>
  )
}

/** Works whose lookup failed, with reasons; the first hundred. */
function Failed({ api, count }: { api: Api; count: number }) {
  const { t } = useTranslation('admin')
  const failed = useQuery(adminQueries.failedMetadata(api))
  const { run, isBusy, failure } = useLookupAction()
  return (
    <details className={css.failed}>
      <summary>{t('metadata.failed', { count, formatted: formatCount(count) })}</summary>
      <Loaded query={failed}>
        {(works) => (
          <ul>
            {works.map(({ workId, code, title, reason }) => (
              <li key={workId} className={css.work}>
                <a className={css.code} href={`/work/${workId}`}>
                  {code}
                </a>{' '}
                {title === code ? null : title}
                <p className={css.reason}>{reason}</p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Failure text={failure} />
      <button
        type="button"
        className={controls.button}
        aria-disabled={isBusy}
        onClick={() => run(() => api(retryFailedMetadata, {}))}
      >
        {t('metadata.retry')}
      </button>
    </details>
  )
}

import { type Backups, cancelBackup, startBackup } from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import progress from '#ui/progress.module.css'

import { adminQueries } from '../admin.queries.ts'
import { Loaded } from '../Loaded.tsx'
import { Failure, Section } from '../Section.tsx'
import section from '../Section.module.css'
import { showAnswer } from '../show-answer.ts'
import { useAction } from '../use-action.ts'
import { useTimeText } from '../use-time-text.ts'
import { BackupList } from './BackupList.tsx'
import css from './Backups.module.css'

/** Backups that the server makes, and those in its folder. */
export function BackupsPart({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  const backups = useQuery(adminQueries.backups(api))
  return (
    <Loaded query={backups}>
      {(data) => (
        <>
          <Section title={t('backups.title')} text={t('backups.text')}>
            <Schedule {...data} />
            {data.failure === null || data.progress !== null ? null : <FailedBackup {...data.failure} />}
            <Control api={api} state={data} />
          </Section>
          <Section title={t('backups.list')} text={t('backups.secret')}>
            <BackupList api={api} backups={data.backups} />
          </Section>
        </>
      )}
    </Loaded>
  )
}

function Schedule({ folder, everyHours, keep, nextAt }: Backups) {
  const { t } = useTranslation('admin')
  const timeText = useTimeText()
  return (
    <div className={section.hint}>
      <p>
        {nextAt === null
          ? t('backups.onRequest', { keep })
          : t('backups.every', { hours: formatCount(everyHours), at: timeText(nextAt), keep })}
      </p>
      <p>
        {t('backups.folder')} <span className={section.path}>{folder}</span>
      </p>
    </div>
  )
}

function FailedBackup({ at, reason, message }: NonNullable<Backups['failure']>) {
  const { t } = useTranslation('admin')
  const timeText = useTimeText()
  return (
    <div className={css.failure} role="alert">
      <p>{t('backups.failed', { at: timeText(at) })}</p>
      <p className={css.reason} lang={reason === 'noRoom' ? undefined : 'en'}>
        {reason === 'noRoom' ? t('backups.noRoom') : message}
      </p>
    </div>
  )
}

function Control({ api, state }: { api: Api; state: Backups }) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const { act, isBusy, failure } = useAction()
  // The one that was watched: its end is announced.
  const [watched, setWatched] = useState<'running' | 'cancelled' | null>(null)
  const isRunning = state.progress !== null
  if (isRunning && watched !== 'running') setWatched('running')

  const show = (answer: Backups) => showAnswer(queryClient, adminQueries.backups(api).queryKey, answer)
  const start = async () => show(await api(startBackup, {}))
  const cancel = async () => {
    show(await api(cancelBackup, {}))
    setWatched('cancelled')
  }
  const outcome =
    watched === 'cancelled'
      ? t('backups.cancelled')
      : watched === 'running' && state.failure === null
        ? t('backups.done')
        : ''
  return (
    <>
      <div className={section.row}>
        {isRunning ? (
          <>
            <progress
              className={`${progress.bar} ${css.bar}`}
              aria-label={t('backups.started')}
              {...(state.progress !== null && state.progress > 0 && state.progress < 1 && { value: state.progress })}
            />
            <button type="button" className={controls.button} aria-disabled={isBusy} onClick={() => act(cancel)}>
              {t('backups.cancel')}
            </button>
          </>
        ) : (
          <button type="button" className={controls.primary} aria-disabled={isBusy} onClick={() => act(start)}>
            {t('backups.start')}
          </button>
        )}
        <p role="status" className={section.hint}>
          {isRunning ? t('backups.started') : outcome}
        </p>
      </div>
      <Failure text={failure} />
    </>
  )
}

import { finishSetup, type WorkPage } from '@otodana/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import {
  adminQueries,
  LibraryFolderList,
  MetadataPanel,
  RegistrationSwitch,
  useLiveScan,
} from '#features/admin/index.ts'
import { ListFailed, WorkList } from '#features/works/index.ts'
import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import progressBar from '#ui/progress.module.css'

import { setupQueries } from './setup.queries.ts'
import css from './SetupScreen.module.css'

type StepProps = { api: Api; onNext: () => void }

export function FoldersStep({ api, onNext }: StepProps) {
  const { t } = useTranslation('setup')
  const { data } = useQuery(adminQueries.libraryFolders(api))
  const hasFolders = data?.folders.some(({ source }) => source !== 'demo') ?? false
  return (
    <>
      <p className={css.lead}>{t('folders.text')}</p>
      <div className={css.card}>
        <LibraryFolderList api={api} />
      </div>
      <Next label={hasFolders ? t('next') : t('folders.skip')} isMain={hasFolders} onNext={onNext} />
    </>
  )
}

export function MetadataStep({ api, onNext }: StepProps) {
  const { t } = useTranslation('setup')
  const { data } = useQuery(adminQueries.metadata(api))
  const isOn = data?.isOn ?? false
  return (
    <>
      <p className={css.lead}>{t('metadata.text')}</p>
      <div className={css.card}>
        <MetadataPanel api={api} />
      </div>
      <Next label={isOn ? t('next') : t('metadata.skip')} isMain={isOn} onNext={onNext} />
    </>
  )
}

export function VisitorsStep({ api, onNext }: StepProps) {
  const { t } = useTranslation('setup')
  return (
    <>
      <p className={css.lead}>{t('visitors.text')}</p>
      <div className={css.card}>
        <RegistrationSwitch api={api} />
      </div>
      <Next label={t('next')} isMain onNext={onNext} />
    </>
  )
}

/** The scan while it runs, and the first works as they appear. */
export function LibraryStep({ api }: { api: Api }) {
  const { t } = useTranslation('setup')
  const router = useRouter()
  const { data: scan } = useLiveScan(api)
  // Until its state is known, it is as if it ran: it began with the first folder.
  const isRunning = scan === undefined || scan.state === 'running'
  const hasFailed = !isRunning && scan.last !== null && ['failed', 'interrupted'].includes(scan.last.state)
  const counts = (isRunning ? scan?.counts : scan.last?.counts) ?? null
  const works = useQuery(setupQueries.works(api, counts?.done ?? 0))
  const [error, setError] = useState<unknown>(null)
  const failure = useErrorText(error)
  const progress = counts ? { done: formatCount(counts.done), found: formatCount(counts.found) } : null

  async function finish(): Promise<void> {
    await api(finishSetup, {})
    await router.navigate({ href: '/works' })
  }
  return (
    <>
      <div className={css.card}>
        <p role="status" className={css.state}>
          {isRunning ? t('library.running') : hasFailed ? t('library.failed') : t('library.done')}
        </p>
        {isRunning ? (
          <progress
            className={progressBar.bar}
            aria-label={t('library.running')}
            {...(counts && counts.found > 0 ? { value: counts.done, max: counts.found } : {})}
          />
        ) : null}
        {progress ? <p className={forms.hint}>{t('library.progress', progress)}</p> : null}
      </div>
      <FirstWorks query={works} isRunning={isRunning} />
      {error === null ? null : (
        <p className={forms.failure} role="alert">
          {failure}
        </p>
      )}
      <Next label={t('library.open')} isMain onNext={() => void finish().catch(setError)} />
    </>
  )
}

function Next({ label, isMain, onNext }: { label: string; isMain: boolean; onNext: () => void }) {
  return (
    <div className={css.next}>
      <button type="button" className={isMain ? controls.primary : controls.button} onClick={onNext}>
        {label}
      </button>
    </div>
  )
}

function FirstWorks({ query, isRunning }: { query: UseQueryResult<WorkPage>; isRunning: boolean }) {
  const { t } = useTranslation('setup')
  const failure = useFailure(query)
  if (failure) return <ListFailed error={failure} isBusy={query.isFetching} onRetry={() => void query.refetch()} />
  const works = query.data?.works ?? []
  if (works.length > 0) return <WorkList works={works} mode="compact" />
  const isWaiting = isRunning || query.data === undefined
  return <p className={css.lead}>{isWaiting ? t('library.waiting') : t('library.none')}</p>
}

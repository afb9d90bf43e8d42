import { finishSetup } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import {
  adminQueries,
  LibraryFolderList,
  MetadataPanel,
  RegistrationSwitch,
  useLiveScan,
} from '#features/admin/index.ts'
import { WorkList } from '#features/works/index.ts'
import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
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
  const isRunning = scan?.state === 'running'
  const counts = isRunning ? scan.counts : (scan?.last?.counts ?? null)
  const { data: works } = useQuery(setupQueries.works(api, counts?.done ?? 0))
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
          {isRunning ? t('library.running') : t('library.done')}
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
      {works && works.works.length > 0 ? (
        <WorkList works={works.works} mode="compact" />
      ) : (
        <p className={css.lead}>{isRunning ? t('library.waiting') : t('library.none')}</p>
      )}
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

import { finishSetup, type WorkPage } from '@otodana/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import {
  adminQueries,
  Failure,
  LibraryFolderList,
  MetadataPanel,
  RegistrationSwitch,
  useAction,
  useLiveScan,
} from '#features/admin/index.ts'
import { ListFailed, WorkList } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { BackIcon } from '#ui/icons/core-icons.ts'
import controls from '#ui/controls.module.css'

import { CodelessFolders } from './CodelessFolders.tsx'
import { isScanning, ScanProgress } from './ScanProgress.tsx'
import { setupQueries } from './setup.queries.ts'
import css from './SetupScreen.module.css'

/** Ways to the steps beside this one, which the server remembers. */
type Moves = {
  /** Null: the first step that can be changed. */
  onBack: (() => void) | null
  onNext: () => void
  isBusy: boolean
  failure: string | null
}
type StepProps = { api: Api; moves: Moves }

export function FoldersStep({ api, moves }: StepProps) {
  const { t } = useTranslation('setup')
  const { data: scan } = useLiveScan(api)
  const { data } = useQuery(adminQueries.libraryFolders(api))
  const folders = data?.folders.filter(({ source }) => source !== 'demo') ?? []
  const hasFolders = folders.length > 0
  const works = folders.reduce((sum, folder) => sum + folder.works, 0)
  return (
    <>
      <p className={css.lead}>{t('folders.text')}</p>
      <div className={css.card}>
        <LibraryFolderList api={api} isScanning={hasFolders && scan?.state === 'running'} />
        {hasFolders ? <ScanProgress scan={scan} works={works} /> : null}
      </div>
      <Way moves={moves} label={hasFolders ? t('next') : t('folders.skip')} isMain={hasFolders} />
    </>
  )
}

export function MetadataStep({ api, moves }: StepProps) {
  const { t } = useTranslation('setup')
  const { data } = useQuery(adminQueries.metadata(api))
  const isDecided = data !== undefined && (data.isOn || data.providers.length === 0)
  return (
    <>
      <p className={css.lead}>{t('metadata.text')}</p>
      <div className={css.card}>
        <MetadataPanel api={api} />
      </div>
      <Way moves={moves} label={isDecided ? t('next') : t('metadata.skip')} isMain={isDecided} />
    </>
  )
}

export function VisitorsStep({ api, moves }: StepProps) {
  const { t } = useTranslation('setup')
  return (
    <>
      <p className={css.lead}>{t('visitors.text')}</p>
      <div className={css.card}>
        <RegistrationSwitch api={api} />
      </div>
      <Way moves={moves} label={t('next')} isMain />
    </>
  )
}

/** The scan while it runs, folders that became no works, and the first works as they appear. */
export function LibraryStep({ api, moves }: StepProps) {
  const { t } = useTranslation('setup')
  const router = useRouter()
  const { data: scan } = useLiveScan(api)
  const isRunning = isScanning(scan)
  const counts = isRunning ? scan?.counts : scan?.last?.counts
  const works = useQuery(setupQueries.works(api, counts?.done ?? 0))
  const { act, isBusy, failure } = useAction()

  const finish = () =>
    act(async () => {
      await api(finishSetup, {})
      await router.navigate({ href: '/works' })
    })
  return (
    <>
      <div className={css.card}>
        <ScanProgress scan={scan} works={works.data?.pagination.totalCount} />
      </div>
      {isRunning ? null : <CodelessFolders api={api} />}
      <FirstWorks query={works} isRunning={isRunning} />
      <Way
        moves={{ ...moves, onNext: finish, isBusy: moves.isBusy || isBusy, failure: failure ?? moves.failure }}
        label={t('library.open')}
        isMain
      />
    </>
  )
}

/** Back and onwards. */
function Way({ moves, label, isMain }: { moves: Moves; label: string; isMain: boolean }) {
  const { t } = useTranslation('setup')
  const { onBack, onNext, isBusy, failure } = moves
  return (
    <>
      <Failure text={failure} />
      <div className={css.way}>
        {onBack === null ? null : (
          <button type="button" className={controls.button} aria-disabled={isBusy} onClick={onBack}>
            <BackIcon size="1.25em" />
            {t('back')}
          </button>
        )}
        <button
          type="button"
          className={`${isMain ? controls.primary : controls.button} ${css.onwards}`}
          aria-disabled={isBusy}
          onClick={onNext}
        >
          {label}
        </button>
      </div>
    </>
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

import '#i18n/on-demand/admin-texts.ts'
import '#i18n/on-demand/setup-texts.ts'

import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'

import { adminQueries } from '#features/admin/index.ts'
import { FounderForm, useSession } from '#features/accounts/index.ts'
import { ListFailed } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { TickIcon } from '#ui/icons/deferred-icons.ts'

import { FoldersStep, LibraryStep, MetadataStep, VisitorsStep } from './OwnerSteps.tsx'
import { codeInFragment } from './code-in-fragment.ts'
import { setupQueries } from './setup.queries.ts'
import { setupSteps, stepAfter, stepToContinue, type SetupStep } from './setup-steps.ts'
import css from './SetupScreen.module.css'
import { SetupPending } from './SetupPending.tsx'

/** The setup of a new instance: the administrator's account, then what the administrator decides first. */
export function SetupScreen({ api }: { api: Api }) {
  const token = useSession((session) => session.token)
  const setup = useQuery(setupQueries.state(api, token))
  const [hasFounded, setFounded] = useState(false)
  const code = useLinkedCode()
  const failure = useFailure(setup)
  if (failure) return <ListFailed error={failure} isBusy={setup.isFetching} onRetry={() => void setup.refetch()} />
  if (hasFounded && token !== null) return <OwnerSetup api={api} />
  if (setup.data === undefined || (setup.isFetching && setup.data.step === 'done')) return <SetupPending />
  if (setup.data.step === 'account') {
    return <AccountStep api={api} needs={setup.data.needs} code={code} onDone={() => setFounded(true)} />
  }
  return setup.data.step === 'open' ? <OwnerSetup api={api} /> : <Done />
}

/** Returns the setup code of the link in the server's log, and takes it out of the address; empty without one. */
function useLinkedCode(): string {
  const router = useRouter()
  const linked = codeInFragment(useLocation({ select: ({ hash }) => hash }))
  const [code, setCode] = useState(linked)
  if (linked !== '' && linked !== code) setCode(linked)
  useEffect(() => {
    if (linked !== '') void router.navigate({ to: '/setup', replace: true })
  }, [router, linked])
  return code
}

/** There is nothing to set up, or not for this visitor. */
function Done() {
  const router = useRouter()
  useEffect(() => {
    void router.navigate({ href: '/works', replace: true })
  }, [router])
  return <SetupPending />
}

type AccountProps = { api: Api; needs: 'nothing' | 'code' | 'adminToken'; code: string; onDone: () => void }

function AccountStep({ api, needs, code, onDone }: AccountProps) {
  const { t } = useTranslation('setup')
  if (needs === 'adminToken') {
    return (
      <Frame step="account" title={t('lost.title')}>
        <p className={css.lead}>{t('lost.text')}</p>
      </Frame>
    )
  }
  const isStranger = needs === 'code' && code === ''
  return (
    <Frame step="account" title={isStranger ? t('account.strangerTitle') : t('account.title')}>
      <p className={css.lead}>{isStranger ? t('account.strangerText') : t('account.text')}</p>
      <div className={css.card}>
        <FounderForm api={api} needsCode={needs === 'code'} code={code} onDone={onDone} />
      </div>
    </Frame>
  )
}

function OwnerSetup({ api }: { api: Api }) {
  const folders = useQuery(adminQueries.libraryFolders(api))
  const metadata = useQuery(adminQueries.metadata(api))
  const foldersFailure = useFailure(folders)
  const metadataFailure = useFailure(metadata)
  const failure = foldersFailure ?? metadataFailure
  if (failure) {
    const failed = foldersFailure ? folders : metadata
    return <ListFailed error={failure} isBusy={failed.isFetching} onRetry={() => void failed.refetch()} />
  }
  if (folders.data === undefined || metadata.data === undefined) return <SetupPending />
  const first = stepToContinue({
    hasFolders: folders.data.folders.some(({ source }) => source !== 'demo'),
    isMetadataDecided: metadata.data.isOn || metadata.data.providers.length === 0,
  })
  return <OwnerSteps api={api} first={first} />
}

function OwnerSteps({ api, first }: { api: Api; first: SetupStep }) {
  const [step, setStep] = useState(first)
  return <OwnerStep key={step} api={api} step={step} onNext={() => setStep(stepAfter(step))} />
}

function OwnerStep({ api, step, onNext }: { api: Api; step: SetupStep; onNext: () => void }) {
  const { t } = useTranslation('setup')
  switch (step) {
    case 'metadata':
      return (
        <Frame step={step} title={t('metadata.title')}>
          <MetadataStep api={api} onNext={onNext} />
        </Frame>
      )
    case 'visitors':
      return (
        <Frame step={step} title={t('visitors.title')}>
          <VisitorsStep api={api} onNext={onNext} />
        </Frame>
      )
    case 'library':
      return (
        <Frame step={step} title={t('library.title')}>
          <LibraryStep api={api} />
        </Frame>
      )
    default:
      return (
        <Frame step="folders" title={t('folders.title')}>
          <FoldersStep api={api} onNext={onNext} />
        </Frame>
      )
  }
}

function Frame({ step, title, children }: { step: SetupStep; title: string; children: ReactNode }) {
  const { t } = useTranslation('setup')
  const at = setupSteps.indexOf(step)
  return (
    <div className={css.screen}>
      <ol className={css.steps} aria-label={t('title')}>
        {setupSteps.map((one, index) => (
          <li
            key={one}
            className={css.step}
            data-done={index < at ? '' : undefined}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={css.mark}>{index < at ? <TickIcon size="1em" /> : index + 1}</span>
            <span className={css.name}>{t(`steps.${one}`)}</span>
          </li>
        ))}
      </ol>
      <h1 className={css.title} tabIndex={-1} ref={at > 0 ? focusOnce : undefined}>
        {title}
      </h1>
      {children}
    </div>
  )
}

/** A ref: the pressed button went with its step. */
function focusOnce(title: HTMLElement | null): void {
  title?.focus()
}

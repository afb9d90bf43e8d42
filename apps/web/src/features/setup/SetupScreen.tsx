import '#i18n/on-demand/admin-texts.ts'
import '#i18n/on-demand/setup-texts.ts'

import { continueSetup, setupSteps, type SetupStep } from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'

import { useAction } from '#features/admin/index.ts'
import { FounderForm, useSession } from '#features/accounts/index.ts'
import { ListFailed } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { pathInApp } from '#lib/base-path.ts'
import { TickIcon } from '#ui/icons/deferred-icons.ts'

import { FoldersStep, LibraryStep, MetadataStep, VisitorsStep } from './OwnerSteps.tsx'
import { codeInFragment } from './code-in-fragment.ts'
import { setupQueries } from './setup.queries.ts'
import css from './SetupScreen.module.css'
import { SetupPending } from './SetupPending.tsx'

/**
 * The setup of a new instance: the administrator's account, then what the administrator decides first.
 *
 * @param step  the step of the address
 */
export function SetupScreen({ api, step }: { api: Api; step: SetupStep | undefined }) {
  const token = useSession((session) => session.token)
  const setup = useQuery(setupQueries.state(api, token))
  const [hasFounded, setFounded] = useState(false)
  const code = useLinkedCode()
  const failure = useFailure(setup)
  if (failure) return <ListFailed error={failure} isBusy={setup.isFetching} onRetry={() => void setup.refetch()} />
  if (hasFounded && token !== null) return <OwnerSteps api={api} first="folders" step={step} />
  if (setup.data === undefined || (setup.isFetching && setup.data.step === 'done')) return <SetupPending />
  if (setup.data.step === 'account') {
    return <AccountStep api={api} needs={setup.data.needs} code={code} onDone={() => setFounded(true)} />
  }
  return setup.data.step === 'open' ? <OwnerSteps api={api} first={setup.data.continuesAt} step={step} /> : <Done />
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
  const { history } = useRouter()
  useEffect(() => {
    // The server leads every other page here.
    if (needs === 'adminToken') return undefined
    return history.block({
      blockerFn: ({ nextLocation }) => pathInApp(nextLocation.pathname) !== '/setup',
      enableBeforeUnload: false,
    })
  }, [history, needs])
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

/** @param first  the step to begin with, until the address has one */
function OwnerSteps({ api, first, step: asked }: { api: Api; first: SetupStep; step: SetupStep | undefined }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const token = useSession((session) => session.token)
  const { act, isBusy, failure } = useAction()
  const [begun] = useState(first)
  const step = asked ?? begun
  const at = setupSteps.indexOf(step)

  const go = (next: SetupStep | undefined) =>
    act(async () => {
      if (next === undefined) return
      const setup = await api(continueSetup, { body: { step: next } })
      queryClient.setQueryData(setupQueries.state(api, token).queryKey, setup)
      await router.navigate({ to: '/setup', search: { step: next } })
    })
  const moves = {
    onBack: at > 0 ? () => go(setupSteps[at - 1]) : null,
    onNext: () => go(setupSteps[at + 1]),
    isBusy,
    failure,
  }
  const Content = contents[step]
  return (
    <OwnerFrame key={step} step={step} onStep={go}>
      <Content api={api} moves={moves} />
    </OwnerFrame>
  )
}

const contents = { folders: FoldersStep, metadata: MetadataStep, visitors: VisitorsStep, library: LibraryStep }

function OwnerFrame({ step, ...rest }: { step: SetupStep; onStep: (step: SetupStep) => void; children: ReactNode }) {
  const { t } = useTranslation('setup')
  return <Frame step={step} title={t(`${step}.title`)} {...rest} />
}

type FrameProps = {
  step: (typeof shownSteps)[number]
  title: string
  /** Goes back to an earlier step. */
  onStep?: (step: SetupStep) => void
  children: ReactNode
}

const shownSteps = ['account', ...setupSteps] as const

function Frame({ step, title, onStep, children }: FrameProps) {
  const { t } = useTranslation('setup')
  const at = shownSteps.indexOf(step)
  return (
    <div className={css.screen}>
      <ol className={css.steps} aria-label={t('title')}>
        {shownSteps.map((one, index) => {
          const content = (
            <>
              <span className={css.mark}>{index < at ? <TickIcon size="1em" /> : index + 1}</span>
              <span className={css.name}>{t(`steps.${one}`)}</span>
            </>
          )
          return (
            <li
              key={one}
              className={css.step}
              data-done={index < at ? '' : undefined}
              aria-current={index === at ? 'step' : undefined}
            >
              {index < at && one !== 'account' && onStep ? (
                <button type="button" className={css.part} onClick={() => onStep(one)}>
                  {content}
                </button>
              ) : (
                <span className={css.part}>{content}</span>
              )}
            </li>
          )
        })}
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

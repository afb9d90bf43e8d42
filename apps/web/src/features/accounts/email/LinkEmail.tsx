import { checkEmailLink, getMe, linkEmail, type User } from '@otodana/contract'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api/api.ts'
import { focusNow } from '#lib/browser/focus.ts'
import { notifyTabs } from '#lib/browser/tabs.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import { TickIcon } from '#ui/icons/deferred-icons.ts'

import { clearPendingProof, readPendingProof, savePendingProof, type PendingProof } from './pending-proof.ts'
import css from './LinkEmail.module.css'
import { MailProof } from './MailProof.tsx'
import type { Look } from './mail-wait.ts'
import { OwnPasswordForm } from '../settings/OwnPasswordForm.tsx'
import { useSession } from '../session/session.store.ts'

type Props = { user: User; onClose: () => void }

/** Asks for the password, then for the mail, and shows the linked address. */
export function LinkEmail({ user, onClose }: Props) {
  const { t } = useTranslation('accounts')
  const { api } = useRouter().options.context
  const { name } = user
  const [kept, setKept] = useState<{ proof: PendingProof['proof']; isResumed: boolean } | null>(() => {
    const found = readPendingProof('link', name)
    return found && { proof: found.proof, isResumed: true }
  })
  const [linked, setLinked] = useState<string | null>(null)
  const proof = kept?.proof
  useEffect(() => {
    if (!proof || linked !== null) return undefined
    savePendingProof({ kind: 'link', name, isOpen: true, proof })
    // Closed by the user; does not run when the page is dropped.
    return () => {
      if (readPendingProof('link', name)) savePendingProof({ kind: 'link', name, isOpen: false, proof })
    }
  }, [name, proof, linked])

  async function look({ verifyId }: PendingProof['proof']): Promise<Look<User>> {
    try {
      const { user: result, ...answer } = await api(checkEmailLink, { body: { verifyId } })
      return { ...answer, result }
    } catch (error) {
      if (!(error instanceof ApiError) || error.key !== 'auth.verifyIdExpired') throw error
      // The mail may have arrived while the page was hidden.
      return { attempt: 0, refused: null, result: await findLinked(error) }
    }
  }
  /** @throws the given error, if no address is linked */
  async function findLinked(error: ApiError): Promise<User> {
    const { user: me } = await api(getMe, {})
    if (me.email === null) throw error
    return me
  }
  async function begin(password: string) {
    try {
      setKept({ proof: await api(linkEmail, { body: { password } }), isResumed: false })
    } catch (error) {
      if (!(error instanceof ApiError) || error.key !== 'auth.unlinkEmailFirst') throw error
      // It was linked on another device since this page loaded the user.
      finish(await findLinked(error))
    }
  }
  function finish(result: User) {
    clearPendingProof()
    // Another user may have logged in since.
    if (useSession.getState().user?.id !== result.id) return
    useSession.setState({ user: result })
    notifyTabs()
    setLinked(result.email)
  }

  if (linked !== null) {
    return (
      <div className={forms.form}>
        <div role="alert" className={css.done}>
          <span className={css.tick}>
            <TickIcon size="1.5em" />
          </span>
          <p className={css.address}>{linked}</p>
          <p>{t('linkEmail.done')}</p>
        </div>
        <button ref={focusNow} type="button" className={controls.primary} onClick={onClose}>
          {t('linkEmail.close')}
        </button>
      </div>
    )
  }
  if (kept) {
    return (
      <MailProof
        key={kept.proof.verifyId}
        proof={kept.proof}
        isResumed={kept.isResumed}
        text={t('linkEmail.send')}
        look={() => look(kept.proof)}
        onResult={finish}
        onRestart={() => {
          clearPendingProof()
          setKept(null)
        }}
      />
    )
  }
  return <OwnPasswordForm name={name} text={t('linkEmail.why')} submit={t('linkEmail.next')} onPassword={begin} />
}

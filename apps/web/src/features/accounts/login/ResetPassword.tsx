import { checkPasswordReset, finishPasswordReset, resetPassword } from '@otodana/contract'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'

import { AccountForm } from './AccountForm.tsx'
import { clearPendingProof, readPendingProof, savePendingProof, type PendingProof } from '../email/pending-proof.ts'
import { MailProof } from '../email/MailProof.tsx'
import { NameField } from '../NameField.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import { knownNameProblems, newPasswordProblems } from './problems.ts'
import { startSession } from './sign-in.ts'
import { useForm } from './use-form.ts'
import { useServerFacts } from '../use-server-facts.ts'

type Props = { name: string; onName: (name: string) => void }
type Step = { proof: PendingProof['proof']; name: string; isResumed: boolean; isProven: boolean }

/** Asks for the name, then for the mail, then for the new password. */
export default function ResetPassword({ name, onName }: Props) {
  const { t } = useTranslation('accounts')
  const { api } = useRouter().options.context
  const hasMail = useServerFacts()?.mail !== false
  const [step, setStep] = useState<Step | null>(() => {
    const kept = readPendingProof('reset')
    return kept && { ...kept, isResumed: true, isProven: false }
  })
  useEffect(() => {
    if (step) savePendingProof({ kind: 'reset', name: step.name, isOpen: true, proof: step.proof })
  }, [step])
  function restart() {
    clearPendingProof()
    setStep(null)
  }

  if (!hasMail) return <p role="alert">{t('resetPassword.off')}</p>
  if (step === null) {
    return (
      <NameForm
        name={name}
        onName={onName}
        onSend={async (given) => {
          const proof = await api(resetPassword, { body: { name: given } }, { isAnonymous: true })
          setStep({ proof, name: given, isResumed: false, isProven: false })
        }}
      />
    )
  }
  const { verifyId } = step.proof
  if (step.isProven) return <NewPasswordForm name={step.name} verifyId={verifyId} onRestart={restart} />
  return (
    <MailProof
      key={verifyId}
      proof={step.proof}
      isResumed={step.isResumed}
      text={t('resetPassword.send', { name: step.name })}
      look={async () => {
        const answer = await api(checkPasswordReset, { body: { verifyId } }, { isAnonymous: true })
        return { ...answer, result: answer.isReceived || null }
      }}
      onResult={() => setStep({ ...step, isProven: true })}
      onRestart={restart}
    />
  )
}

function NameForm({ name, onName, onSend }: Props & { onSend: (name: string) => Promise<void> }) {
  const { t } = useTranslation('accounts')
  const { problems, failure, isBusy, handlers } = useForm(knownNameProblems, ({ name: given = '' }) =>
    onSend(given.trim()),
  )
  return (
    <AccountForm failure={failure} handlers={handlers}>
      <p>{t('resetPassword.text')}</p>
      <NameField name={name} onName={onName} problem={problems.name} />
      <button type="submit" className={controls.primary} aria-disabled={isBusy}>
        {isBusy ? t('proof.busy') : t('resetPassword.next')}
      </button>
    </AccountForm>
  )
}

type NewPasswordProps = { name: string; verifyId: string; onRestart: () => void }

function NewPasswordForm({ name, verifyId, onRestart }: NewPasswordProps) {
  const { t } = useTranslation('accounts')
  const { api } = useRouter().options.context
  const { problems, failure, isBusy, handlers } = useForm(
    (filled) => newPasswordProblems(filled, name),
    async ({ password = '' }) => {
      const body = { verifyId, newPassword: password }
      const session = await api(finishPasswordReset, { body }, { isAnonymous: true })
      clearPendingProof()
      startSession(session, 'passwordReset')
    },
  )
  return (
    <AccountForm failure={failure} handlers={handlers} owner={name}>
      <p role="status">{t('resetPassword.received', { name })}</p>
      <PasswordFields kind="reset" name={name} problems={problems} />
      <button type="submit" className={controls.primary} aria-disabled={isBusy}>
        {isBusy ? t('settings.password.busy') : t('resetPassword.submit')}
      </button>
      {failure === null ? null : (
        <button type="button" className={controls.button} onClick={onRestart}>
          {t('proof.restart')}
        </button>
      )}
    </AccountForm>
  )
}

import { MIN_NAME_LENGTH } from '@otodana/contract'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech, useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import { PartMissing } from '#ui/PartMissing.tsx'

import { AccountForm } from './AccountForm.tsx'
import css from './LoginDialog.module.css'
import { NameField } from '../NameField.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import { loginProblems, registrationProblems } from './problems.ts'
import { openAccount } from '../session/session.store.ts'
import { signIn, signInAsGuest, signUp } from './sign-in.ts'
import { useForm } from './use-form.ts'
import { useServerFacts } from '../use-server-facts.ts'

const ResetPassword = lazyComponent(() => import('./ResetPassword.tsx'), PartMissing)

type Props = { mode: 'logIn' | 'register' | 'resetPassword'; onClose: () => void }

/** Logs in, registers if registration is open, or resets a password. */
export function LoginDialog({ mode, onClose }: Props) {
  const { t } = useTranslation('accounts')
  const [name, setName] = useState('')
  const server = useServerFacts()
  return (
    <Dialog title={t(`${mode}.title`)} onClose={onClose}>
      {/* A separate form for each mode, so that password managers recognise it. The typed name is kept. */}
      {mode === 'resetPassword' ? (
        <ResetPassword name={name} onName={setName} />
      ) : (
        <CredentialsForm key={mode} mode={mode} name={name} onName={setName} />
      )}
      {mode === 'logIn' ? (
        <button type="button" className={css.forgotten} onClick={() => openAccount('resetPassword')}>
          {t('logIn.forgotten')}
        </button>
      ) : null}
      {mode !== 'logIn' ? (
        <p className={css.other}>
          {t(`${mode}.toLogIn`)}{' '}
          <button type="button" className={css.switch} onClick={() => openAccount('logIn')}>
            {t('register.toLogInAction')}
          </button>
        </p>
      ) : server?.reg ? (
        <p className={css.other}>
          {t('logIn.toRegister')}{' '}
          <button type="button" className={css.switch} onClick={() => openAccount('register')}>
            {t('logIn.toRegisterAction')}
          </button>
        </p>
      ) : server ? (
        <p className={css.other}>{t('logIn.registrationClosed')}</p>
      ) : null}
      {mode === 'logIn' && server?.guest ? <GuestButton /> : null}
    </Dialog>
  )
}

type FormProps = { mode: 'logIn' | 'register'; name: string; onName: (name: string) => void }

function CredentialsForm({ mode, name: typed, onName }: FormProps) {
  const { t } = useTranslation('accounts')
  const { api } = useRouter().options.context
  const isNew = mode === 'register'
  const { problems, failure, isBusy, handlers } = useForm(
    isNew ? registrationProblems : loginProblems,
    async ({ name = '', password = '' }) => (isNew ? signUp : signIn)(api, { name: name.trim(), password }),
  )
  return (
    <AccountForm failure={failure} handlers={handlers}>
      <NameField
        name={typed}
        onName={onName}
        hint={isNew ? t('field.atLeast', { limit: MIN_NAME_LENGTH }) : undefined}
        problem={problems.name}
      />
      <PasswordFields kind={isNew ? 'new' : 'known'} name={typed} problems={problems} />
      <button type="submit" className={controls.primary} aria-disabled={isBusy}>
        {isBusy ? t(`${mode}.busy`) : t(`${mode}.submit`)}
      </button>
    </AccountForm>
  )
}

function GuestButton() {
  const speech = useSpeech()
  const t = speech.texts('accounts')
  const { api } = useRouter().options.context
  const [error, setError] = useState<unknown>(null)
  return (
    <div className={css.guest}>
      <button type="button" className={controls.button} onClick={() => void signInAsGuest(api).catch(setError)}>
        {t('guest.action')}
      </button>
      <p className={forms.hint}>{t('guest.hint')}</p>
      {error === null ? null : (
        <p className={forms.failure} role="alert">
          {errorText(error, speech)}
        </p>
      )}
    </div>
  )
}

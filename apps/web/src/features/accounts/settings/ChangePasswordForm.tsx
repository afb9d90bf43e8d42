import { changePassword, type User } from '@otodana/contract'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'

import { AccountForm } from '../login/AccountForm.tsx'
import css from './ChangePasswordForm.module.css'
import { PasswordFields } from '../login/PasswordFields.tsx'
import { changeProblems } from '../login/problems.ts'
import { setSession, useSession } from '../session/session.store.ts'
import { useForm } from '../login/use-form.ts'

/** Changes the password; cleared on success. */
export function ChangePasswordForm({ user }: { user: User }) {
  const { t } = useTranslation('accounts')
  const { api } = useRouter().options.context
  const [changes, setChanges] = useState(0)
  const { problems, failure, isBusy, handlers } = useForm(
    (filled) => changeProblems(filled, user.name),
    async ({ oldPassword = '', password = '' }) => {
      setSession(await api(changePassword, { body: { oldPassword, newPassword: password } }))
      useSession.setState({ notice: { kind: 'done', done: 'passwordChanged' } })
      setChanges(changes + 1)
    },
  )
  return (
    <AccountForm key={changes} className={css.form} failure={failure} handlers={handlers} owner={user.name}>
      <PasswordFields kind="change" name={user.name} problems={problems} />
      <button type="submit" className={`${controls.button} ${css.submit}`} aria-disabled={isBusy}>
        {isBusy ? t('settings.password.busy') : t('settings.password.submit')}
      </button>
    </AccountForm>
  )
}

import type { ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { focusNow } from '#lib/browser/focus.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import { TextField } from '#ui/TextField.tsx'

import { AccountForm } from '../login/AccountForm.tsx'
import { knownPasswordProblems } from '../login/problems.ts'
import { useForm } from '../login/use-form.ts'

type Props = {
  /** The account's name, for password managers. */
  name: string
  /** Why the password is needed. */
  text: string
  /** The button's text. */
  submit: string
  onPassword: (password: string) => Promise<void>
  /** Further buttons. */
  children?: ReactNode
}

/** Asks for the account's password again. */
export function OwnPasswordForm({ name, text, submit, onPassword, children }: Props) {
  const { t } = useTranslation('accounts')
  const { problems, failure, isBusy, handlers } = useForm(knownPasswordProblems, ({ oldPassword = '' }) =>
    onPassword(oldPassword),
  )
  return (
    <AccountForm failure={failure} handlers={handlers} owner={name}>
      <p>{text}</p>
      <TextField
        ref={focusNow}
        data-first=""
        label={t('field.oldPassword')}
        name="oldPassword"
        type="password"
        autoComplete="current-password"
        required
        problem={problems.oldPassword}
      />
      <div className={forms.actions}>
        {children}
        <button type="submit" className={controls.primary} aria-disabled={isBusy}>
          {isBusy ? t('proof.busy') : submit}
        </button>
      </div>
    </AccountForm>
  )
}

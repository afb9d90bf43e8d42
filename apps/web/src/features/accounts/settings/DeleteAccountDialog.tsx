import { deleteAccount, type User } from '@otodana/contract'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { focusNow } from '#lib/browser/focus.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import { TextField } from '#ui/TextField.tsx'

import { AccountForm } from '../login/AccountForm.tsx'
import { knownPasswordProblems } from '../login/problems.ts'
import { signOut } from '../login/sign-in.ts'
import { useForm } from '../login/use-form.ts'

/** Explains the consequences, asks for the password, and for confirmation. */
export default function DeleteAccountDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('accounts')
  const { api } = useRouter().options.context
  const [isSure, setSure] = useState(false)
  const { problems, failure, isBusy, handlers } = useForm(knownPasswordProblems, async ({ oldPassword = '' }) => {
    if (!isSure) return setSure(true)
    try {
      await api(deleteAccount, { body: { password: oldPassword } })
    } catch (error) {
      // Back to the field with the error.
      setSure(false)
      throw error
    }
    signOut('accountDeleted')
  })
  const { name } = user
  return (
    <Dialog title={t('delete.title')} onClose={onClose}>
      <AccountForm failure={failure} handlers={handlers} owner={name}>
        <p hidden={isSure}>{t('delete.lost', { name })}</p>
        <div hidden={isSure}>
          <TextField
            data-first=""
            label={t('field.oldPassword')}
            name="oldPassword"
            type="password"
            autoComplete="current-password"
            required
            problem={problems.oldPassword}
          />
        </div>
        {isSure ? (
          <div role="alert">
            <p className={forms.sure}>{t('delete.sure', { name })}</p>
            <p className={forms.hint}>{t('delete.sureText')}</p>
          </div>
        ) : null}
        <div className={forms.actions}>
          <button
            key={String(isSure)}
            ref={isSure ? focusNow : undefined}
            type="button"
            className={controls.button}
            onClick={onClose}
          >
            {t('delete.cancel')}
          </button>
          <button type="submit" className={`${controls.button} ${forms.destroy}`} aria-disabled={isBusy}>
            {isBusy ? t('delete.busy') : isSure ? t('delete.confirm') : t('delete.next')}
          </button>
        </div>
      </AccountForm>
    </Dialog>
  )
}

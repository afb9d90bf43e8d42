import { MAX_APP_NAME_LENGTH, type User } from '@otodana/contract'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import { TextField } from '#ui/TextField.tsx'

import { AccountForm } from '../../login/AccountForm.tsx'
import { knownPasswordProblems } from '../../login/problems.ts'
import { useForm } from '../../login/use-form.ts'

type Props = { user: User; onCreate: (name: string, password: string) => Promise<void> }

/** Asks for the app’s name and the account’s password. */
export function NewAppPassword({ user, onCreate }: Props) {
  const { t } = useTranslation('app-passwords')
  const { t: account } = useTranslation('accounts')
  const [name, setName] = useState('')
  const [isNameMissing, setNameMissing] = useState(false)
  const { problems, failure, isBusy, handlers } = useForm(knownPasswordProblems, async ({ oldPassword = '' }) => {
    if (name.trim() === '') return setNameMissing(true)
    await onCreate(name.trim(), oldPassword)
  })
  return (
    <AccountForm failure={failure} handlers={handlers} owner={user.name}>
      <TextField
        data-first=""
        label={t('name')}
        hint={t('nameHint')}
        problem={isNameMissing ? t('nameMissing') : undefined}
        maxLength={MAX_APP_NAME_LENGTH}
        value={name}
        autoComplete="off"
        onChange={({ target }) => {
          setName(target.value)
          setNameMissing(false)
        }}
      />
      <TextField
        label={account('field.oldPassword')}
        name="oldPassword"
        type="password"
        autoComplete="current-password"
        required
        problem={problems.oldPassword}
      />
      <div className={forms.actions}>
        <button type="submit" className={controls.primary} aria-disabled={isBusy}>
          {isBusy ? t('creating') : t('create')}
        </button>
      </div>
    </AccountForm>
  )
}

import '#i18n/on-demand/account-texts.ts'

import { MAX_SETUP_CODE_LENGTH, MIN_NAME_LENGTH } from '@otodana/contract'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { focusNow } from '#lib/browser/focus.ts'
import controls from '#ui/controls.module.css'
import { TextField } from '#ui/TextField.tsx'

import { NameField } from '../NameField.tsx'
import { AccountForm } from './AccountForm.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import { founderProblems } from './problems.ts'
import { signUp } from './sign-in.ts'
import { useForm } from './use-form.ts'

type Props = {
  api: Api
  needsCode: boolean
  /** The setup code if it is known already, or empty. */
  code: string
  onDone: () => void
}

/** Creates the first account of a server, the administrator's. */
export function FounderForm({ api, needsCode, code, onDone }: Props) {
  const { t } = useTranslation('accounts')
  const [name, setName] = useState('')
  const asksForCode = needsCode && code === ''
  const { problems, failure, isBusy, handlers } = useForm(
    founderProblems,
    async ({ name: typed = '', password = '', setupCode }) => {
      await signUp(api, { name: typed.trim(), password, setupCode: setupCode?.trim() })
      onDone()
    },
  )
  return (
    <AccountForm failure={failure} handlers={handlers}>
      {needsCode ? (
        <TextField
          key={code}
          ref={asksForCode ? focusNow : null}
          defaultValue={code}
          label={t('field.setupCode')}
          hint={t('field.setupCodeHint')}
          name="setupCode"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_SETUP_CODE_LENGTH}
          required
          problem={problems.setupCode}
        />
      ) : null}
      <NameField
        name={name}
        onName={setName}
        isFirst={!asksForCode}
        hint={t('field.atLeast', { limit: MIN_NAME_LENGTH })}
        problem={problems.name}
      />
      <PasswordFields kind="new" name={name} problems={problems} />
      <button type="submit" className={controls.primary} aria-disabled={isBusy}>
        {isBusy ? t('register.busy') : t('register.submit')}
      </button>
    </AccountForm>
  )
}

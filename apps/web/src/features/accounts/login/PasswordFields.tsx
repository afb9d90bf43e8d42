import { MIN_PASSWORD_LENGTH } from '@otodana/contract'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { focusNow } from '#lib/browser/focus.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { TextField } from '#ui/TextField.tsx'

import css from './PasswordFields.module.css'
import type { ToldProblems } from './use-form.ts'

/** Optional. */
const PasswordStrength = lazyComponent(
  () => import('./PasswordStrength.tsx'),
  () => null,
)

type Props = {
  /** `known`: the present password; `new`: for registration; `change`: both; `reset`: a new one after a reset. */
  kind: 'known' | 'new' | 'change' | 'reset'
  /** The account's name, if known. */
  name: string
  problems: ToldProblems
}

/** Password fields, hidden by default. */
export function PasswordFields({ kind, name, problems }: Props) {
  const { t } = useTranslation('accounts')
  const [isShown, setShown] = useState(false)
  const [typed, setTyped] = useState('')
  // No corrections by the keyboard.
  const plain = { type: isShown ? 'text' : 'password', required: true, autoCapitalize: 'none', spellCheck: false }
  const hint = t('field.atLeast', { limit: MIN_PASSWORD_LENGTH })
  return (
    <>
      {kind === 'change' ? (
        <TextField
          {...plain}
          label={t('field.oldPassword')}
          name="oldPassword"
          autoComplete="current-password"
          problem={problems.oldPassword}
        />
      ) : null}
      <TextField
        {...plain}
        ref={kind === 'reset' ? focusNow : null}
        label={kind === 'change' || kind === 'reset' ? t('field.newPassword') : t('field.password')}
        name="password"
        autoComplete={kind === 'known' ? 'current-password' : 'new-password'}
        hint={kind === 'known' ? undefined : hint}
        problem={problems.password}
        onChange={({ target }) => setTyped(target.value)}
      />
      {kind === 'known' ? null : (
        <p className={css.strength} aria-live="polite">
          {typed === '' ? null : <PasswordStrength password={typed} name={name} problem={problems.password} />}
        </p>
      )}
      {kind === 'known' ? null : (
        <TextField
          {...plain}
          label={t('field.repeat')}
          name="repeat"
          autoComplete="new-password"
          problem={problems.repeat}
        />
      )}
      <Checkbox className={css.show} label={t('field.show')} isOn={isShown} onChange={setShown} />
    </>
  )
}

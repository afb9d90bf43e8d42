import { useTranslation } from '#i18n/use-translation.ts'
import forms from '#ui/forms.module.css'

import { strengthOf } from './password-strength.ts'
import css from './PasswordStrength.module.css'

/** The strength of the typed password, as a word and a bar of three parts. */
export default function PasswordStrength({ password, name }: { password: string; name: string }) {
  const { t } = useTranslation('accounts')
  const { strength, weakness } = strengthOf(password, name)
  return (
    <>
      <span className={`${css.meter} ${css[strength]}`} aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
      <span className={weakness === null ? forms.hint : forms.problem}>{t(`strength.${weakness ?? strength}`)}</span>
    </>
  )
}

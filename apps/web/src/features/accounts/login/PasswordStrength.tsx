import { useTranslation } from '#i18n/use-translation.ts'
import forms from '#ui/forms.module.css'

import { strengthOf } from './password-strength.ts'
import css from './PasswordStrength.module.css'
import { weaknessProblems } from './problems.ts'

type Props = {
  password: string
  /** The account's name. */
  name: string
  /** What the field already says, so that it is not said twice. */
  problem: string | undefined
}

/** The strength of the typed password, as a word and a bar of three parts; if it would be refused, why. */
export default function PasswordStrength({ password, name, problem }: Props) {
  const { t } = useTranslation('accounts')
  const { strength, weakness } = strengthOf(password, name)
  const refusal = weakness === null ? undefined : t(`problem.${weaknessProblems[weakness]}`)
  const isNews = refusal !== undefined && refusal !== problem
  return (
    <>
      <span className={`${css.meter} ${css[strength]}`} aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
      <span className={isNews ? forms.problem : forms.hint}>{isNews ? refusal : t(`strength.${strength}`)}</span>
    </>
  )
}

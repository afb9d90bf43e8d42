import { useErrorText } from '#i18n/use-error-text.ts'
import forms from '#ui/forms.module.css'

/** Why an action was refused. */
export function Refused({ error }: { error: Error }) {
  return (
    <p className={forms.failure} role="alert">
      {useErrorText(error)}
    </p>
  )
}

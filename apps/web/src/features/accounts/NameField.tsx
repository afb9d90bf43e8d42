import { useTranslation } from '#i18n/use-translation.ts'
import { focusNow } from '#lib/browser/focus.ts'
import { TextField } from '#ui/TextField.tsx'

type Props = {
  /** What has been typed in another form of the login. */
  name: string
  onName: (name: string) => void
  hint?: string | undefined
  problem: string | undefined
}

/** Whose account it is, at the beginning of a form. */
export function NameField({ name, onName, hint, problem }: Props) {
  const { t } = useTranslation('accounts')
  return (
    <TextField
      ref={focusNow}
      data-first=""
      defaultValue={name}
      onChange={({ target }) => onName(target.value)}
      label={t('field.name')}
      name="name"
      type="text"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      hint={hint}
      problem={problem}
    />
  )
}

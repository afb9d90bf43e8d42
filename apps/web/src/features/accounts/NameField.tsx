import { useTranslation } from '#i18n/use-translation.ts'
import { focusNow } from '#lib/browser/focus.ts'
import { TextField } from '#ui/TextField.tsx'

type Props = {
  /** The name typed in another form of the login. */
  name: string
  onName: (name: string) => void
  hint?: string | undefined
  /** Whether it gets the focus. */
  isFirst?: boolean
  problem: string | undefined
}

/** The name field of a login form. */
export function NameField({ name, onName, hint, isFirst = true, problem }: Props) {
  const { t } = useTranslation('accounts')
  return (
    <TextField
      ref={isFirst ? focusNow : null}
      {...(isFirst ? { 'data-first': '' } : {})}
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

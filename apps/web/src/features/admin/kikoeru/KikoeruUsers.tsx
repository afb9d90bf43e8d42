import { type KikoeruContents, MAX_KIKOERU_NAME_LENGTH } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { TextField } from '#ui/TextField.tsx'

import section from '../Section.module.css'
import type { Answers } from './kikoeru-answers.ts'
import css from './KikoeruPanel.module.css'

type Props = {
  contents: KikoeruContents
  answers: Answers
  onAnswers: (answers: Answers) => void
}

/** Which accounts here kikoeru's users become. */
export function KikoeruUsers({ contents: { hasAdmin, users }, answers, onAnswers }: Props) {
  const { t } = useTranslation('kikoeru')
  const { owner, accounts } = answers
  const field = { maxLength: MAX_KIKOERU_NAME_LENGTH, autoComplete: 'off', spellCheck: false } as const
  return (
    <>
      {hasAdmin ? (
        <TextField
          {...field}
          label={t('owner')}
          hint={t('ownerHint')}
          value={owner}
          onChange={({ target }) => onAnswers({ ...answers, owner: target.value })}
        />
      ) : null}
      {users.length > 0 ? (
        <details open={accounts.size > 0}>
          <summary>{t('users.title', { count: users.length, formatted: formatCount(users.length) })}</summary>
          <div className={css.users}>
            <p className={section.hint}>{t('users.hint')}</p>
            <div className={css.fields}>
              {users.map((name) => (
                <TextField
                  key={name}
                  {...field}
                  label={t('users.accountOf', { name })}
                  value={accounts.get(name) ?? ''}
                  onChange={({ target }) =>
                    onAnswers({ ...answers, accounts: new Map([...accounts, [name, target.value]]) })
                  }
                />
              ))}
            </div>
          </div>
        </details>
      ) : null}
    </>
  )
}

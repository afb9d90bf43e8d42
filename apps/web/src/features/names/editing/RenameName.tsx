import { MAX_EDITED_NAME_LENGTH, renameName } from '@otodana/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { focusNow } from '#lib/browser/focus.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { namesQuery } from '#lib/queries/names-query.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import pick from '#ui/pick.module.css'
import { TextField } from '#ui/TextField.tsx'

import type { NameKind } from '../name-kinds.ts'
import { type ChosenName, editedKinds } from './edited-kinds.ts'
import css from './EditNames.module.css'
import { Failure } from './MergeNames.tsx'

const languages = { ja: 'ja-jp', zh: 'zh-cn', en: 'en-us' } as const
type Language = keyof typeof languages

type Props = { kind: NameKind; name: ChosenName; onDone: (told: string) => Promise<void>; onBack: () => void }

/** Renames one name; a tag in other languages too. */
export function RenameName({ kind, name, onDone, onBack }: Props) {
  const { t } = useTranslation('name-editing')
  const { api } = useRouter().options.context
  const { data: tags } = useQuery({ ...namesQuery(api, 'tags'), enabled: kind === 'tags' })
  const tag = kind === 'tags' ? tags?.find(({ id }) => id === name.id) : undefined
  const [text, setText] = useState(tag?.name ?? name.name)
  const [local, setLocal] = useState<{ [L in Language]?: string }>({})
  const known = (language: Language) => tag?.i18n[languages[language]]?.name ?? ''
  const given = Object.entries(local).filter(([, value]) => value.trim() !== '')
  const rename = useMutation({
    mutationFn: () =>
      api(renameName, {
        params: { kind: editedKinds[kind] },
        body: { id: name.id, name: text, ...Object.fromEntries(given) },
      }),
    onSuccess: (change) => onDone(t('done.rename', { name: change.name })),
  })
  const problemOf = (name: string) =>
    name.length > MAX_EDITED_NAME_LENGTH
      ? t('rename.tooLong', { limit: formatCount(MAX_EDITED_NAME_LENGTH) })
      : undefined
  const isSendable = text.trim() !== '' && [text, ...Object.values(local)].every((name) => !problemOf(name))
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!rename.isPending && isSendable) rename.mutate()
      }}
    >
      <TextField
        ref={focusNow}
        label={t('rename.name')}
        hint={t('rename.hint')}
        value={text}
        problem={problemOf(text)}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      {tag
        ? (Object.keys(languages) as Language[]).map((language) => (
            <TextField
              key={language}
              label={t(`rename.${language}`)}
              lang={language === 'zh' ? 'zh-CN' : language}
              value={local[language] ?? known(language)}
              problem={problemOf(local[language] ?? '')}
              autoComplete="off"
              onChange={({ target }) => setLocal({ ...local, [language]: target.value })}
            />
          ))
        : null}
      {tag ? <p className={forms.hint}>{t('rename.stays')}</p> : null}
      <Failure error={rename.error} />
      <div className={pick.actions}>
        <button type="button" className={controls.button} onClick={onBack}>
          {t('back')}
        </button>
        <button type="submit" className={controls.primary} aria-disabled={rename.isPending || !isSendable}>
          {t('rename.submit')}
        </button>
      </div>
    </form>
  )
}

import { mergeNames, previewNameMerge } from '@otodana/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { focusNow } from '#lib/browser/focus.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import pick from '#ui/pick.module.css'

import type { NameKind } from '../name-kinds.ts'
import { type ChosenName, editedKinds } from './edited-kinds.ts'
import css from './EditNames.module.css'

type Props = {
  kind: NameKind
  names: readonly ChosenName[]
  onDone: (told: string) => Promise<void>
  onBack: () => void
}

/** Chooses which name stays, and says what the merge does before it is done. */
export function MergeNames({ kind, names, onDone, onBack }: Props) {
  const { t } = useTranslation('name-editing')
  const { api } = useRouter().options.context
  const [into, setInto] = useState(() => [...names].sort((a, b) => b.count - a.count)[0]?.id)
  const params = { kind: editedKinds[kind] }
  const body = { into: into ?? 0, names: names.map(({ id }) => id).filter((id) => id !== into) }
  const preview = useQuery({
    queryKey: ['merge-preview', kind, body],
    queryFn: ({ signal }) => api(previewNameMerge, { params, body }, { signal }),
    staleTime: 0,
  })
  const merge = useMutation({
    mutationFn: () => api(mergeNames, { params, body }),
    onSuccess: ({ name }) => onDone(t('done.merge', { name })),
  })
  const { data } = preview
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!merge.isPending) merge.mutate()
      }}
    >
      <fieldset className={css.stays}>
        <legend>{t('merge.stays')}</legend>
        {names.map((name) => (
          <label key={name.id} className={css.staying}>
            <input
              type="radio"
              name="stays"
              ref={name.id === into ? focusNow : undefined}
              checked={name.id === into}
              onChange={() => setInto(name.id)}
            />
            <span className={css.stayingName}>{name.name}</span>
            <span className={css.count}>{t('works', { count: name.count, formatted: formatCount(name.count) })}</span>
          </label>
        ))}
      </fieldset>
      <p className={css.preview} role="status">
        {data
          ? t('merge.preview', {
              count: data.changed,
              formatted: formatCount(data.changed),
              total: formatCount(data.total),
            })
          : ' '}
      </p>
      <p className={forms.hint}>{t('merge.hint')}</p>
      <Failure error={merge.error ?? preview.error} />
      <div className={pick.actions}>
        <button type="button" className={controls.button} onClick={onBack}>
          {t('back')}
        </button>
        <button type="submit" className={controls.primary} aria-disabled={merge.isPending}>
          {t('merge.submit')}
        </button>
      </div>
    </form>
  )
}

/** Why an action failed. */
export function Failure({ error }: { error: Error | null }) {
  return error ? <FailureText error={error} /> : null
}

function FailureText({ error }: { error: Error }) {
  return (
    <p className={forms.failure} role="alert">
      {useErrorText(error)}
    </p>
  )
}

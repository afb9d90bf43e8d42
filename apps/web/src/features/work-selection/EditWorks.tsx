import { editSelection, MAX_CHANGED_TAGS, type Selection } from '@otodana/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useId, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { type NameKind, namesQuery } from '#lib/queries/names-query.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import forms from '#ui/forms.module.css'
import { TextField } from '#ui/TextField.tsx'

import { Refused } from './Refused.tsx'
import { EditProgress } from './EditProgress.tsx'
import { followEdit } from './follow-edit.ts'
import { MAX_NAME_LENGTH, problemsOf, readChange } from './read-change.ts'
import css from './WorkSelection.module.css'

const ages = ['general', 'r15', 'adult', 'unrated'] as const
/** Names that are offered while typing. */
const MOST_OFFERED = 300

type Props = {
  selection: Selection
  count: number
  /** The list's number of works now. */
  listTotal: number
  onClose: () => void
}

/** Changes the selected works: tags, circle, series and age. */
export function EditWorks({ selection, count, listTotal, onClose }: Props) {
  const { t } = useTranslation('work-selection')
  const { api, queryClient } = useRouter().options.context
  const [texts, setTexts] = useState({ addTags: '', removeTags: '', circle: '', series: '', age: '' })
  const change = readChange(texts)
  const problems = problemsOf(texts)
  const canSend = change !== null && Object.keys(problems).length === 0
  const edit = useMutation({
    mutationFn: (confirmed: { selection: Selection; count: number }) =>
      api(editSelection, { body: { selection: confirmed.selection, change: change ?? {} } }),
    onSuccess: ({ id }) => followEdit(api, queryClient, id),
    // Its number of works is out of date.
    onError: () => void queryClient.invalidateQueries(),
  })
  const set = (field: keyof typeof texts) => ({
    value: texts[field],
    onChange: ({ target }: { target: { value: string } }) => setTexts({ ...texts, [field]: target.value }),
  })
  function problemText(field: keyof typeof texts): string | undefined {
    const problem = problems[field]
    if (problem === undefined) return undefined
    return t(`problem.${problem}`, { count: problem === 'tooLong' ? MAX_NAME_LENGTH : MAX_CHANGED_TAGS })
  }
  if (edit.data) return <EditProgress id={edit.data.id} onClose={onClose} />
  const isStale = edit.error instanceof ApiError && edit.error.key === 'selection.changed'
  return (
    <Dialog title={t('editWorks.title', { count, formatted: formatCount(count) })} onClose={onClose}>
      {/* Without a submit button, so that Enter in a field does not change many works. */}
      <form className={css.form} onSubmit={(event) => event.preventDefault()}>
        <Named
          kind="tags"
          label={t('editWorks.addTags')}
          hint={t('editWorks.tagsHint', { count: MAX_CHANGED_TAGS })}
          problem={problemText('addTags')}
          {...set('addTags')}
        />
        <Named
          kind="tags"
          label={t('editWorks.removeTags')}
          problem={problemText('removeTags')}
          {...set('removeTags')}
        />
        <Named kind="circles" label={t('editWorks.circle')} problem={problemText('circle')} {...set('circle')} />
        <Named kind="series" label={t('editWorks.series')} problem={problemText('series')} {...set('series')} />
        <Field label={t('editWorks.age')}>
          {(control) => (
            <select {...control} {...set('age')}>
              <option value="">{t('editWorks.asBefore')}</option>
              {ages.map((age) => (
                <option key={age} value={age}>
                  {t(`age.${age}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <p className={forms.hint}>{t('editWorks.hint')}</p>
        {isStale ? (
          <p className={forms.failure} role="alert">
            {t('editWorks.stale', {
              now: formatCount(listTotal),
              before: formatCount(edit.variables?.count ?? count),
            })}
          </p>
        ) : edit.error ? (
          <Refused error={edit.error} />
        ) : null}
        <div className={forms.actions}>
          <button
            type="button"
            className={controls.primary}
            aria-disabled={!canSend || edit.isPending}
            onClick={() => {
              if (canSend && !edit.isPending) edit.mutate({ selection, count })
            }}
          >
            {t('editWorks.submit', { count, formatted: formatCount(count) })}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

type NamedProps = {
  kind: NameKind
  label: string
  hint?: string
  problem: string | undefined
  value: string
  onChange: (event: { target: { value: string } }) => void
}

/** A field that offers known names. */
function Named({ kind, ...field }: NamedProps) {
  const { api } = useRouter().options.context
  const id = useId()
  const { data = [] } = useQuery(namesQuery(api, kind))
  // Before the last comma there are whole names already.
  const before = /^.*[,、，]\s*/s.exec(field.value)?.[0] ?? ''
  return (
    <>
      <TextField {...field} list={id} maxLength={4_000} autoComplete="off" />
      <datalist id={id}>
        {data.slice(0, MOST_OFFERED).map(({ id: one, name }) => (
          <option key={one}>{kind === 'tags' ? before + name : name}</option>
        ))}
      </datalist>
    </>
  )
}

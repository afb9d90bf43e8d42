import '#i18n/on-demand/editing-texts.ts'

import { ages, editSelection, MAX_CHANGED_TAGS, type Selection } from '@otodana/contract'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { NamesField } from '#features/editing/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import forms from '#ui/forms.module.css'

import { type Choices, changeOf, MAX_NAME_LENGTH, noChoices, problemOf } from './choices.ts'
import { Refused } from './Refused.tsx'
import { EditProgress } from './EditProgress.tsx'
import { followEdit } from './follow-edit.ts'
import css from './WorkSelection.module.css'

/** Fields of names, and how many each takes. */
const named = [
  { field: 'addTags', kind: 'tags', limit: Infinity },
  { field: 'removeTags', kind: 'tags', limit: Infinity },
  { field: 'circle', kind: 'circles', limit: 1 },
  { field: 'series', kind: 'series', limit: 1 },
] as const

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
  const { t: works } = useTranslation('works')
  const { api, queryClient } = useRouter().options.context
  const [choices, setChoices] = useState<Choices>(noChoices)
  const change = changeOf(choices)
  const canSend = change !== null && named.every(({ field }) => problemOf(choices[field]) === null)
  const edit = useMutation({
    mutationFn: (confirmed: { selection: Selection; count: number }) =>
      api(editSelection, { body: { selection: confirmed.selection, change: change ?? {} } }),
    onSuccess: ({ id }) => followEdit(api, queryClient, id),
    // Its number of works is out of date.
    onError: () => void queryClient.invalidateQueries(),
  })
  function problemText(names: readonly string[]): string | undefined {
    const problem = problemOf(names)
    if (problem === null) return undefined
    return t(`problem.${problem}`, { count: problem === 'tooLong' ? MAX_NAME_LENGTH : MAX_CHANGED_TAGS })
  }
  if (edit.data) return <EditProgress id={edit.data.id} onClose={onClose} />
  const isStale = edit.error instanceof ApiError && edit.error.key === 'selection.changed'
  return (
    <Dialog title={t('editWorks.title', { count, formatted: formatCount(count) })} onClose={onClose}>
      {/* Without a submit button, so that Enter in a field does not change many works. */}
      <form className={css.form} onSubmit={(event) => event.preventDefault()}>
        {named.map(({ field, kind, limit }) => (
          <Field key={field} label={t(`editWorks.${field}`)} problem={problemText(choices[field])}>
            {(control) => (
              <NamesField
                described={{
                  controlId: control.id,
                  describedBy: control['aria-describedby'],
                  isInvalid: control['aria-invalid'],
                }}
                kind={kind}
                names={choices[field]}
                limit={limit}
                onChange={(names) => setChoices({ ...choices, [field]: names })}
              />
            )}
          </Field>
        ))}
        <Field label={t('editWorks.age')}>
          {(control) => (
            <select
              {...control}
              value={choices.age}
              onChange={({ target }) => setChoices({ ...choices, age: ages.find((age) => age === target.value) ?? '' })}
            >
              <option value="">{t('editWorks.asBefore')}</option>
              {ages.map((age) => (
                <option key={age} value={age}>
                  {works(`age.${age}`)}
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

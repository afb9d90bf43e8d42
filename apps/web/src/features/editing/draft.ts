import type { EditedField, EditField, WorkEditForm } from '@otodana/contract'

/** A value that is to be set, or a field that is to be given back to the other sources. */
type DraftValue = { value: unknown } | 'givenBack'

/** Unsaved changes of a work. */
export type Draft = Partial<Record<EditField, DraftValue>>

/** Returns the value that a field has with the unsaved changes. */
export function shownValue({ field, value, others }: EditedField, draft: Draft): unknown {
  const change = draft[field]
  if (change === undefined) return value
  return change === 'givenBack' ? (others[0]?.value ?? null) : change.value
}

/** Whether scans and providers leave the field alone once the changes are saved. */
export function isLocked({ field, source }: EditedField, draft: Draft): boolean {
  const change = draft[field]
  return change === undefined ? source === 'edit' : change !== 'givenBack'
}

/** Sets a field; its saved value again is no change. */
export function setValue(draft: Draft, saved: EditedField, value: unknown): Draft {
  return isSame(value, saved.value) ? withdraw(draft, saved.field) : { ...draft, [saved.field]: { value } }
}

export function giveBack(draft: Draft, { field }: EditedField): Draft {
  return { ...draft, [field]: 'givenBack' }
}

/** Withdraws the unsaved change of a field. */
export function withdraw(draft: Draft, field: EditField): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => name !== field))
}

export function isChanged(draft: Draft): boolean {
  return Object.keys(draft).length > 0
}

/** Returns what is to be sent. */
export function changeOf(draft: Draft): { set: Partial<Record<EditField, unknown>>; release: EditField[] } {
  const entries = Object.entries(draft) as [EditField, DraftValue][]
  return {
    set: Object.fromEntries(
      entries.flatMap(([field, change]) => (change === 'givenBack' ? [] : [[field, change.value]])),
    ),
    release: entries.flatMap(([field, change]) => (change === 'givenBack' ? [field] : [])),
  }
}

/** Returns the fields that another editor has changed since, out of those that are to be changed. */
export function changedByBoth(draft: Draft, base: WorkEditForm, form: WorkEditForm): EditField[] {
  const isChangedSince = (field: EditField) => {
    const [before, after] = [fieldOf(base, field), fieldOf(form, field)]
    return before?.source !== after?.source || !isSame(before?.value, after?.value)
  }
  return (Object.keys(draft) as EditField[]).filter(isChangedSince)
}

export function fieldOf(form: WorkEditForm, field: EditField): EditedField | undefined {
  return form.fields.find((one) => one.field === field)
}

/** Nothing, no text and no names are the same: empty. */
function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Object && 'picture' in one) return false
  return JSON.stringify(emptyAsNull(one)) === JSON.stringify(emptyAsNull(other))
}

function emptyAsNull(value: unknown): unknown {
  return value === '' || (Array.isArray(value) && value.length === 0) ? null : (value ?? null)
}

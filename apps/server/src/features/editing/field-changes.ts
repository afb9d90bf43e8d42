import { type EditField, editFields, neverEmpty, type WorkEdit } from '@otodana/contract'
import type { WorkCode } from '@otodana/work-code'

import {
  type EditedMetadata,
  type Field,
  fieldProblems,
  fieldSchemas,
  type ResolvedMetadata,
} from '#features/metadata/index.ts'
import { InvalidRequest, shorten } from '#http/errors/app-error.ts'

/** Fields to set, and fields that other sources decide again. */
export type FieldChange = { set?: FieldValues | undefined; release?: readonly EditField[] | undefined }
export type FieldValues = Partial<Record<EditField, unknown>>
export type Changes = WorkEdit['changes']

export const fields = editFields.filter((field): field is EditField & Field => Object.hasOwn(fieldSchemas, field))

/**
 * Checks the values that are to be set, as in a sidecar.
 *
 * @param values  without the cover
 * @throws {InvalidRequest} with every field that has a problem
 */
export function readValues(values: FieldValues, { code }: Pick<WorkCode, 'code'>): EditedMetadata {
  const read: Record<string, unknown> = {}
  const refused: { param: string; msg: string }[] = []
  for (const [field, value] of Object.entries(values) as [EditField, unknown][]) {
    const refuse = (msg: string, path = '') => void refused.push({ param: `set.${field}${path}`, msg })
    if (!fields.includes(field)) refuse('cannot be edited')
    else if (value === null && neverEmpty.includes(field)) refuse('must not be empty')
    else if (value === null) read[field] = null
    else if (field === 'original' && isSameCode(value, code)) refuse('must be another work')
    else {
      const result = fieldSchemas[field]?.safeParse(value)
      if (result?.success) read[field] = result.data
      else if (result) for (const problem of fieldProblems(result.error)) refuse(problem.message, pathOf(problem.field))
    }
  }
  if (refused.length === 0) return read
  throw new InvalidRequest(
    refused.map((problem) => ({
      ...problem,
      location: 'body' as const,
      value: shorten(valueOf(values, problem.param)),
    })),
  )
}

/** Returns what editors have set once a change is made. */
export function withChange(
  edited: EditedMetadata | null,
  set: EditedMetadata,
  release: readonly EditField[] = [],
): EditedMetadata {
  const after: Record<string, unknown> = { ...edited, ...set }
  for (const field of release) delete after[field]
  return after
}

type State = { edited: EditedMetadata | null; shown: (field: EditField & Field) => unknown }

/** Lists the fields whose edited values differ. */
export function changesBetween(before: State, after: State): Changes {
  return fields.flatMap((field) =>
    isSame(before.edited?.[field], after.edited?.[field])
      ? []
      : [{ field, before: sideOf(before, field), after: sideOf(after, field) }],
  )
}

function sideOf({ edited, shown }: State, field: EditField & Field) {
  const value = edited?.[field]
  return value === undefined ? { value: shown(field) ?? null, isEdited: false } : { value, isEdited: true }
}

/** Whether the fields of a change still have the values that it gave them. */
export function isCurrent(changes: Changes, edited: EditedMetadata | null): boolean {
  return changes.every(({ field, after }) => isSame((edited as FieldValues | null)?.[field], editedValue(after)))
}

/** Returns what editors have set once a change is undone. */
export function withoutChange(edited: EditedMetadata | null, changes: Changes): EditedMetadata {
  const before: Record<string, unknown> = { ...edited }
  for (const { field, before: side } of changes) {
    if (side.isEdited) before[field] = side.value
    else delete before[field]
  }
  return before
}

/** What is shown of a work, field by field as in a sidecar; not the cover. */
export function shownFields({ fields: shown }: ResolvedMetadata): FieldValues {
  const { cover: _cover, ...others } = shown
  return others
}

function editedValue({ isEdited, value }: Changes[number]['after']): unknown {
  return isEdited ? value : undefined
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isSameCode(value: unknown, code: string): boolean {
  return typeof value === 'string' && value.trim().toUpperCase() === code
}

function pathOf(field: string): string {
  return field === '' || field.startsWith('[') ? field : `.${field}`
}

function valueOf(values: FieldValues, param: string): unknown {
  return values[param.replace(/^set\./, '').replace(/[.[].*$/s, '') as EditField]
}

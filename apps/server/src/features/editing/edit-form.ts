import type { EditedField, EditField, FieldSource, WorkEditForm } from '@otodana/contract'

import type { Db } from '#db/open.ts'
import { type Field, type ResolvedMetadata, resolveMetadata, type WorkSources } from '#features/metadata/index.ts'

import { fields } from './field-changes.ts'

/** Reads the edit form of a work. */
export async function readForm(db: Db, { id, sourceId, sources }: WorkSources, version: number): Promise<WorkEditForm> {
  const pictures = await db
    .selectFrom('file')
    .select(['id', 'path'])
    .where('work_id', '=', id)
    .where('state', '=', 'present')
    .where('kind', '=', 'image')
    .where('problem', 'is', null)
    .orderBy('path')
    .execute()
  const shown = resolveMetadata(sources)
  const guessed = resolveMetadata({
    ...sources,
    edited: null,
    sidecar: null,
    imported: null,
    provided: null,
    left: null,
  })
  const hasProviderCover = Boolean(sources.provided?.coverName)
  /** A picture's id instead of its path, which the API does not take. */
  const coverValue = (value: unknown): unknown => {
    const path = typeof value === 'string' ? value : pathOf(value)
    if (path === null) return value ?? null
    const file = pictures.find((picture) => picture.path.normalize('NFC') === path.normalize('NFC'))
    return file ? { file: file.id } : null
  }

  function fieldOf(field: EditField & Field): EditedField {
    const given: [FieldSource, unknown][] = [
      ['sidecar', sources.sidecar?.[field]],
      ['import', sources.imported?.[field]],
      ['provider', field === 'cover' && hasProviderCover ? { provider: true } : sources.provided?.metadata[field]],
      ['files', sources.left?.[field]],
      [guessed.origins[field] ?? 'folder', guessed.fields[field]],
    ]
    const others = given.flatMap(([source, value]) =>
      value === undefined ? [] : [{ source, value: field === 'cover' ? coverValue(value) : value }],
    )
    const source = shown.origins[field] ?? null
    const isCover = field === 'cover'
    return {
      field,
      value: isCover ? coverValue(shownCover(shown, sources)) : (shown.fields[field] ?? null),
      source,
      others,
    }
  }

  return {
    id,
    code: sourceId,
    version,
    fields: fields.map(fieldOf),
    pictures,
    hasProviderCover,
  }
}

/** Returns which cover was chosen, by an editor or another source; null: one of the work's pictures, automatically. */
export function shownCover({ cover, downloadedCover }: ResolvedMetadata, { edited }: WorkSources['sources']): unknown {
  if (edited?.cover) return edited.cover
  if (downloadedCover !== null) return { provider: true }
  return cover === null ? null : { file: cover }
}

function pathOf(value: unknown): string | null {
  const file = typeof value === 'object' && value !== null && 'file' in value ? value.file : null
  return typeof file === 'string' ? file : null
}

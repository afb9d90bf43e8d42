import * as z from 'zod'

import { shape, type WorkMetadata } from './work-metadata.ts'

/** A picture of the work's folder, an uploaded one by its name in the data folder, or the provider's. */
const EditedCover = z.union([
  z.strictObject({ file: shape.cover.unwrap() }),
  z.strictObject({ uploaded: z.string().regex(/^[a-z0-9-]{1,80}$/) }),
  z.strictObject({ provider: z.literal(true) }),
])
export type EditedCover = z.infer<typeof EditedCover>

export type Field = keyof WorkMetadata

/** What editors have set: a field that is present is theirs; null: there is none. */
export type EditedMetadata = { [F in Exclude<Field, 'cover'>]?: WorkMetadata[F] | null } & {
  cover?: EditedCover | undefined
}

const { cover: _cover, ...others } = shape
const nullable = Object.fromEntries(Object.entries(others).map(([field, schema]) => [field, schema.nullable()]))
const Edited = z.strictObject({ ...nullable, cover: EditedCover.optional() })

/** @throws {Error} not what `work_edit` holds */
export function parseEdited(json: string): EditedMetadata {
  return Edited.parse(JSON.parse(json))
}

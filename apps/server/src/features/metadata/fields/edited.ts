import * as z from 'zod'

import { shape, type WorkMetadata } from './work-metadata.ts'

/** A picture of the work's folder, an uploaded one by its name in the data folder, or the provider's. */
const EditedCover = z.union([
  z.strictObject({ file: shape.cover.unwrap() }),
  z.strictObject({ uploaded: z.string().regex(/^upload-[a-z0-9-]{1,80}$/) }),
  z.strictObject({ provider: z.literal(true) }),
])
export type EditedCover = z.infer<typeof EditedCover>

export type Field = keyof WorkMetadata

/** What editors have set: a field that is present is theirs; null: there is none. */
export type EditedMetadata = { [F in Exclude<Field, 'cover'>]?: WorkMetadata[F] | null } & {
  cover?: EditedCover | undefined
}

/** The schema of each field's value. */
export const fieldSchemas: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(shape).map(([field, schema]) => [field, schema.unwrap()]),
)

const nullable = Object.entries(fieldSchemas).map(([field, schema]) => [field, schema.nullable().optional()])
/** The schema of what editors have set. */
export const Edited = z.strictObject({ ...Object.fromEntries(nullable), cover: EditedCover.optional() })

/** @throws {Error} not what `work_edit` holds */
export function parseEdited(json: string): EditedMetadata {
  return Edited.parse(JSON.parse(json))
}

import * as z from 'zod'

import { Manifest, MANIFEST_FILE } from './manifest.ts'
import { subjects } from './subjects.ts'

/** Returns a JSON Schema with a property for each file of an export: its lines, or the manifest. */
export function exportJsonSchema(): unknown {
  const lines = Object.fromEntries(subjects.map(({ file, line }) => [file, line]))
  const schema = z.toJSONSchema(z.object({ ...lines, [MANIFEST_FILE]: Manifest }), { io: 'input' })
  const { $schema, properties, $defs } = schema
  return { $schema, title: 'Otodana export: a line of each file', properties, $defs }
}

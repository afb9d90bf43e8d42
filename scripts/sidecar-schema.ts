import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

import { sidecarJsonSchema } from '../apps/server/src/features/metadata/fields/work-metadata.ts'

/** Writes docs/sidecar.schema.json from the schema that validates sidecars. */
const path = new URL('../docs/sidecar.schema.json', import.meta.url).pathname
writeFileSync(path, `${JSON.stringify(sidecarJsonSchema(), null, 2)}\n`)
execFileSync('oxfmt', [path], { stdio: 'inherit' })

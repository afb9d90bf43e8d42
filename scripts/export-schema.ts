import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

import { exportJsonSchema } from '../apps/server/src/features/leaving/index.ts'

/** Writes docs/export.schema.json from the schemas of the files that `otodana export-all` writes. */
const path = new URL('../docs/export.schema.json', import.meta.url).pathname
writeFileSync(path, `${JSON.stringify(exportJsonSchema(), null, 2)}\n`)
execFileSync('oxfmt', [path], { stdio: 'inherit' })

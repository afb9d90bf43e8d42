import * as z from 'zod'

export const MANIFEST_FILE = 'manifest.json'
/** Increases when a field is removed or changes its meaning. */
export const FORMAT_VERSION = 1

export const Manifest = z
  .strictObject({
    format: z.int().meta({ description: 'Increases when a field is removed or changes its meaning' }),
    program: z.string().meta({ description: 'The version of the program that made it' }),
    madeAt: z.iso.datetime().meta({ description: 'The moment that all files show' }),
    lines: z.record(z.string(), z.int()).meta({ description: 'The number of lines of each file' }),
  })
  .meta({ description: 'The export itself' })
export type Manifest = z.infer<typeof Manifest>

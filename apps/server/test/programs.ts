import { join } from 'node:path'

import { inject } from 'vitest'

/** The server's build, made before the tests. */
export const buildFolder: string = inject('serverBuild')
export const main: string = join(buildFolder, 'main.js')
export const cli: string = join(buildFolder, 'cli.js')

/** A program of this folder, bundled as the server is. */
export function testProgram(name: 'job-worker' | 'member-writer' | 'subtitle-indexer'): string {
  return join(inject('testPrograms'), `${name}.js`)
}

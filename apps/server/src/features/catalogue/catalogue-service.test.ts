import { rmSync } from 'node:fs'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { aWav } from '../../../test/work-folders.ts'

describe.each(dialects)('the catalogue of a server on %s', (dialect) => {
  let library: TestLibrary
  let app: TestApp

  beforeEach(async () => {
    library = aLibrary({ 'RJ01000001 Rain/01.wav': aWav() })
    app = await startApp({ libraryDirs: [library.dir], dialect })
  })

  afterEach(async () => {
    await app.close()
    library.remove()
  })

  async function scan(options = {}): Promise<void> {
    await app.library.start(options)
    await app.library.whenIdle()
  }

  test('a work is found as soon as the scan that has found it ends, and no more when it is missing', async () => {
    expect(app.catalogue.index.size).toBe(1)
    library.write({ 'RJ01000002 Snow/01.wav': aWav() })
    await scan()
    expect(app.catalogue.index.size).toBe(2)
    rmSync(library.path('RJ01000002 Snow'), { recursive: true })
    await scan({ allowMissing: true })
    expect(app.catalogue.index.size).toBe(1)
  })
})

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { openMediaLibrary } from '../../../test/media-library.ts'
import { createLocalStorage } from '../../storage/local.ts'
import { createCovers } from './index.ts'

test('OLD-08 pictures are read for their previews when their turn comes, not all at once', async () => {
  const library = await openMediaLibrary()
  const covers = createCovers({
    database: library.database,
    storage: createLocalStorage([library.root]),
    cacheDir: library.cacheDir,
    downloadDir: 'none',
    uploadDir: 'none',
    log: { info: () => undefined, warn: () => undefined },
  })
  try {
    const disk = Promise.withResolvers<Buffer>()
    let begun = 0
    const previews = Array.from({ length: 20 }, () => {
      return covers.renderPreview(() => {
        begun++
        return disk.promise
      })
    })
    expect(begun).toBe(2)
    disk.resolve(
      await sharp({ create: { width: 100, height: 50, channels: 3, background: '#336699' } })
        .png()
        .toBuffer(),
    )
    for (const preview of await Promise.all(previews)) expect((await sharp(preview!).metadata()).width).toBe(64)
    expect(begun).toBe(20)
    const failed = covers.renderPreview(() => Promise.reject(new Error('the disk is away')))
    await expect(failed).rejects.toThrow('the disk is away')
    expect(await covers.renderPreview(async () => Buffer.from('no picture'))).toBeNull()
  } finally {
    await covers.close()
    await library.close()
  }
})

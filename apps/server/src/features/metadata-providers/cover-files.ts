import { removePicture, storePicture } from '#features/covers/index.ts'

import { ProviderFailure } from './provider.ts'

export { removePicture as removeCover }

/**
 * Checks a downloaded cover and writes it into a folder.
 *
 * @returns its name, which tells its content
 * @throws {ProviderFailure} it is no picture, or a broken or enormous one
 */
export async function writeCover(folder: string, prefix: string, bytes: Buffer): Promise<string> {
  const stored = await storePicture(folder, prefix, bytes)
  if ('problem' in stored) throw new ProviderFailure(`The cover is unusable: ${stored.problem}`)
  return stored.name
}

import { renderSample, storePicture } from '#features/covers/index.ts'

import { ProviderFailure } from './provider.ts'

export { removePicture } from '#features/covers/index.ts'

/**
 * Checks a downloaded cover and writes it into a folder.
 *
 * @returns its name, which tells its content
 * @throws {ProviderFailure} it is no picture, or a broken or enormous one
 */
export async function writeCover(folder: string, prefix: string, bytes: Buffer): Promise<string> {
  return nameOf(await storePicture(folder, prefix, bytes))
}

/** The same for a sample picture, which is converted to JPEG. */
export async function writeSample(folder: string, prefix: string, bytes: Buffer): Promise<string> {
  return nameOf(await storePicture(folder, prefix, bytes, renderSample))
}

function nameOf(stored: { name: string } | { problem: string }): string {
  if ('problem' in stored) throw new ProviderFailure('badPicture', { problem: stored.problem })
  return stored.name
}

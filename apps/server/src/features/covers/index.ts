import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import type { Config } from '#config.ts'
import { PROVIDER_COVERS, PROVIDER_SAMPLES, UPLOADED_COVERS } from '#data-dir/kept-files.ts'

import { coverRoutes } from './cover.routes.ts'
import { type CoverDeps, type Covers, createCovers } from './cover.service.ts'
import { sampleRoutes } from './sample.routes.ts'

export { type Covers, createCovers } from './cover.service.ts'
export { sendCover } from './cover.routes.ts'
export { pictureProblem } from './picture-problem.ts'
export { removePicture, storePicture, UPLOAD_PREFIX } from './stored-pictures.ts'
export { MAX_PICTURE_BYTES, pictureExtension, renderSample } from './variants.ts'

type Deps = Omit<CoverDeps, 'cacheDir' | 'downloadDir' | 'uploadDir'> & { config: Pick<Config, 'dataDir'> }

/** Returns the folder of covers from providers. */
export const downloadedCovers = (dataDir: string): string => join(dataDir, PROVIDER_COVERS)

/** Returns the folder of sample pictures from providers. */
export const downloadedSamples = (dataDir: string): string => join(dataDir, PROVIDER_SAMPLES)

/** Returns the folder of covers that cannot be downloaded again: editors uploaded them, or they were taken over. */
export const uploadedCovers = (dataDir: string): string => join(dataDir, UPLOADED_COVERS)

/** Covers in every size and format, their tones, and sample pictures. */
export function coverFeature(http: FastifyInstance, { config, ...deps }: Deps): Covers {
  const covers = createCovers({
    ...deps,
    cacheDir: join(config.dataDir, 'covers'),
    downloadDir: downloadedCovers(config.dataDir),
    uploadDir: uploadedCovers(config.dataDir),
  })
  coverRoutes(http, { covers })
  sampleRoutes(http, { database: deps.database, sampleDir: downloadedSamples(config.dataDir) })
  http.addHook('onClose', () => covers.close())
  return covers
}

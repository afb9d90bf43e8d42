import type { FastifyInstance } from 'fastify'

import type { Config } from '#config.ts'
import type { Streams } from '#features/streams/index.ts'

import { soundRoutes } from './sound.routes.ts'
import { createSounds, type SoundDeps, type Sounds } from './sound.service.ts'

type Deps = Pick<SoundDeps, 'database' | 'storage' | 'inputs' | 'queue' | 'log'> & {
  config: Pick<Config, 'ffmpegPath' | 'soundAnalysis'>
  streams: Streams
}

/** Waveform and loudness of tracks, measured by jobs. Close the queue first. */
export function soundFeature(http: FastifyInstance, { config, streams, ...deps }: Deps): Sounds {
  const sounds = createSounds({
    ...deps,
    streams,
    ffmpegPath: config.ffmpegPath,
    scope: config.soundAnalysis,
    canMeasure: async () => (await streams.formats()).length > 0,
  })
  soundRoutes(http, { sounds })
  http.addHook('onClose', () => sounds.close())
  return sounds
}

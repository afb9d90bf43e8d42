import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Uuid, withoutNul } from './primitives.ts'
import { WorkRefParams } from './works.ts'

/** Maximum number of positions saved in one call. */
export const MAX_POSITIONS_AT_ONCE = 500
export const MAX_DEVICE_NAME_LENGTH = 60
/** Ten years. */
export const MAX_POSITION_SECONDS = 10 * 366 * 86_400
export const MAX_DEVICE_ID_LENGTH = 64

const positionsError = `Must be at most ${MAX_POSITIONS_AT_ONCE} places`
const secondsError = 'Must be a number of seconds, 0 or more'
const Seconds = z.number(secondsError).check(z.minimum(0, secondsError), z.maximum(MAX_POSITION_SECONDS, secondsError))

const Device = z.object({
  /** A random UUID, created once by the device. */
  id: Uuid,
  /** A name its owner recognises: `Firefox on Android`. */
  name: z.string().check(withoutNul, z.trim(), z.minLength(1), z.maxLength(MAX_DEVICE_NAME_LENGTH)),
})

export const PlaybackPosition = z.object({
  /** As in the tracks: `{workId}/{fileId}`. */
  hash: z.string(),
  /** Seconds from the start of the file; 0 if it was played to the end. */
  seconds: z.number(),
  /** When playback stopped there, by the server's clock; ISO 8601. */
  at: z.string(),
  /** Its id is not always a UUID: `kikoeru` has positions that were taken over from there. */
  device: z.object({ id: z.string(), name: z.string() }),
})
export type PlaybackPosition = z.infer<typeof PlaybackPosition>

export const listPlaybackPositions = endpoint({
  method: 'GET',
  path: '/api/places/{id}',
  summary: "Lists the member's playback positions in a work's files on each device, latest first",
  tag: 'Members',
  params: WorkRefParams,
  response: z.object({
    places: z.array(PlaybackPosition),
    /** The server's current time, ISO 8601, because a device's clock may be wrong. */
    now: z.string(),
  }),
  access: 'member',
})

export const savePlaybackPositions = endpoint({
  method: 'POST',
  path: '/api/places',
  summary:
    'Saves playback positions of one device. Positions of other devices stay, and so do later ones of the same device. Unknown files are skipped',
  tag: 'Members',
  body: z.object({
    device: Device,
    places: z
      .array(
        z.object({
          hash: z.string().check(z.maxLength(100), z.regex(/^\d+\/\d+$/, 'Must be {workId}/{fileId}')),
          seconds: Seconds,
          /** Age of the position, because a device's clock may be wrong. */
          secondsAgo: Seconds,
        }),
        positionsError,
      )
      .check(z.maxLength(MAX_POSITIONS_AT_ONCE, positionsError)),
  }),
  response: z.object({
    /** The number of positions stored: without those of unknown files, and those older than the stored ones. */
    saved: z.int(),
  }),
  access: 'member',
})

import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Uuid, withoutNul } from './primitives.ts'
import { WorkRefParams } from './works.ts'

/** The most places that one call saves. */
export const MAX_PLACES_AT_ONCE = 500
export const MAX_DEVICE_NAME_LENGTH = 60
const TEN_YEARS_SECONDS = 10 * 366 * 86_400

const placesError = `Must be at most ${MAX_PLACES_AT_ONCE} places`
const secondsError = 'Must be a number of seconds, 0 or more'
const Seconds = z.number(secondsError).check(z.minimum(0, secondsError), z.maximum(TEN_YEARS_SECONDS, secondsError))

const Device = z.object({
  /** The device's own, made at random once. */
  id: Uuid,
  /** What its owner tells it by: `Firefox on Android`. */
  name: z.string().check(withoutNul, z.trim(), z.minLength(1), z.maxLength(MAX_DEVICE_NAME_LENGTH)),
})

export const ListeningPlace = z.object({
  /** As in the tracks: `{workId}/{fileId}`. */
  hash: z.string(),
  /** From the beginning of the file; 0 when it was heard to its end. */
  seconds: z.number(),
  /** When it was left there, by the server's clock; ISO 8601. */
  at: z.string(),
  device: Device,
})
export type ListeningPlace = z.infer<typeof ListeningPlace>

export const listPlaces = endpoint({
  method: 'GET',
  path: '/api/places/{id}',
  summary: "Where the member left a work's files on each device, the latest first",
  tag: 'Members',
  params: WorkRefParams,
  response: z.object({
    places: z.array(ListeningPlace),
    /** The server's clock, ISO 8601: what a device's own, which may be wrong, is compared with. */
    now: z.string(),
  }),
  access: 'member',
})

export const savePlaces = endpoint({
  method: 'POST',
  path: '/api/places',
  summary:
    'Saves where files were left on one device. Places of other devices stay; so does a later one of the same. Files that are not in the library are passed over',
  tag: 'Members',
  body: z.object({
    device: Device,
    places: z
      .array(
        z.object({
          hash: z.string().check(z.maxLength(100), z.regex(/^\d+\/\d+$/, 'Must be {workId}/{fileId}')),
          seconds: Seconds,
          /** How long ago it was left there: a device's clock may be wrong. */
          secondsAgo: Seconds,
        }),
        placesError,
      )
      .check(z.maxLength(MAX_PLACES_AT_ONCE, placesError)),
  }),
  response: z.object({
    /** How many were stored: not those of files that are not there, nor those that are older than what is stored. */
    saved: z.int(),
  }),
  access: 'member',
})

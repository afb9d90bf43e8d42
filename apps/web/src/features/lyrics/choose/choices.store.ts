import { persisted } from '#lib/storage/persisted.ts'
import { number, objectOf, recordOf, text } from '#lib/readers.ts'

/** Position of the lyrics over the page: from 0 (left, top) to 1 (right, bottom) of the available space. */
export type Place = { x: number; y: number }

/** A listener's choice for one track. */
export type Choice = {
  /** The candidate's id; absent for automatic selection. */
  lyric?: string | undefined
  /** Delay of all lines in seconds; may be negative. */
  offsetSeconds: number
}

export const OFFSET_STEP_SECONDS = 0.3
const MAX_OFFSET_SECONDS = 600
/** Maximum number of tracks; the oldest choices are dropped. */
const MAX_CHOICES = 500

export const defaultPlace: Place = { x: 0.5, y: 1 }

const readShare = number(0, 1)
const readChoice = objectOf({ offsetSeconds: number(-MAX_OFFSET_SECONDS, MAX_OFFSET_SECONDS) }, { lyric: text(100) })

/** Choices about lyrics on this device. */
export const useLyricChoices = persisted({
  name: 'lyrics',
  version: 1,
  fields: {
    place: objectOf({ x: readShare, y: readShare }),
    /** By the track's hash, latest last. */
    tracks: recordOf(readChoice),
  },
  defaults: { place: defaultPlace, tracks: {} },
})

const untouched: Choice = { offsetSeconds: 0 }

export function useChoice(trackHash: string | undefined): Choice {
  return useLyricChoices(({ tracks }) => (trackHash === undefined ? undefined : tracks[trackHash])) ?? untouched
}

/** Uses a candidate for a track from now on. */
export function chooseLyric(trackHash: string, lyric: string): void {
  keep(trackHash, (choice) => ({ ...choice, lyric }))
}

/** Shifts a track's lines by seconds; positive is later. */
export function shiftLines(trackHash: string, seconds: number): void {
  keep(trackHash, (choice) => {
    // Rounded to tenths, to avoid floating-point errors.
    const shifted = Math.round((choice.offsetSeconds + seconds) * 10) / 10
    return { ...choice, offsetSeconds: Math.min(Math.max(shifted, -MAX_OFFSET_SECONDS), MAX_OFFSET_SECONDS) }
  })
}

export function resetOffset(trackHash: string): void {
  keep(trackHash, (choice) => ({ ...choice, offsetSeconds: 0 }))
}

function keep(trackHash: string, change: (choice: Choice) => Choice): void {
  useLyricChoices.setState(({ tracks }) => {
    const { [trackHash]: before = untouched, ...others } = tracks
    const latest = Object.entries(others).slice(1 - MAX_CHOICES)
    return { tracks: Object.fromEntries([...latest, [trackHash, change(before)]]) }
  })
}

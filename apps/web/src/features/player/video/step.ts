/** Rules for keeping the picture in step with the sound, as pure functions. */

/** A difference that is not noticed; within it the picture runs at the speed of the sound. */
const UNNOTICED_SECONDS = 0.08
/** Once it is being closed, it is closed this far, so that the speed changes rarely. */
const CLOSED_SECONDS = 0.02
/** A greater difference is closed by a jump, which shows no picture for a moment; a smaller one by another speed. */
const JUMP_SECONDS = 0.6
/** While the picture waits for data a jump costs what has been loaded. */
const WAITING_JUMP_SECONDS = 3
/** The shares of the speed by which the picture is slowed down or sped up. */
const CORRECTION = 0.1
const FAR_CORRECTION = 0.25
const FAR_SECONDS = 0.2
/** Only for the paused picture: a frame of 25 a second. */
const FRAME_SECONDS = 0.04
/** The last picture stays; played at its end, a video would begin again. */
const END_SECONDS = 0.1
const MAX_LEAD_SECONDS = 3

export type Picture = {
  /** Its time in seconds. */
  seconds: number
  /** Its length in seconds. */
  lengthSeconds: number
  rate: number
  /** It has the next frames. */
  isReady: boolean
  isSeeking: boolean
}

export type Sound = {
  seconds: number
  /** Its speed, 1 being the original. */
  rate: number
  isMoving: boolean
}

export type Step = {
  isMoving: boolean
  rate: number
  /** Where the picture jumps to; null: nowhere. */
  jumpSeconds: number | null
}

/**
 * Returns what the picture has to do to be in step with the sound.
 *
 * @param leadSeconds  how far the sound goes on during a jump
 */
export function stepFor(picture: Picture, sound: Sound, leadSeconds: number): Step {
  const end = Math.max(0, picture.lengthSeconds - END_SECONDS)
  const target = Math.min(Math.max(0, sound.seconds), end)
  const ahead = picture.seconds - target
  if (!sound.isMoving || target === end) {
    const isElsewhere = Math.abs(ahead) > FRAME_SECONDS && !picture.isSeeking
    return { isMoving: false, rate: sound.rate, jumpSeconds: isElsewhere ? target : null }
  }
  const stay = { isMoving: true, rate: sound.rate, jumpSeconds: null }
  if (picture.isSeeking) return stay
  if (Math.abs(ahead) > (picture.isReady ? JUMP_SECONDS : WAITING_JUMP_SECONDS))
    return { ...stay, jumpSeconds: Math.min(target + leadSeconds * sound.rate, end) }
  const isClosing = picture.rate !== sound.rate
  if (!picture.isReady || Math.abs(ahead) <= (isClosing ? CLOSED_SECONDS : UNNOTICED_SECONDS)) return stay
  const correction = Math.abs(ahead) > FAR_SECONDS ? FAR_CORRECTION : CORRECTION
  return { ...stay, rate: sound.rate * (ahead > 0 ? 1 - correction : 1 + correction) }
}

/**
 * Returns the lead of the next jump, from what the last one was off by.
 *
 * @param aheadSeconds  by the clock, how far the picture was ahead of the sound after the jump; negative if behind
 */
export function leadAfter(leadSeconds: number, aheadSeconds: number): number {
  return Math.min(Math.max(0, leadSeconds - aheadSeconds), MAX_LEAD_SECONDS)
}

import type { AudioEngine } from '../engine/audio-engine.ts'
import type { PlayerCommands } from '../commands.ts'
import { nextChapterSeconds, previousChapterSeconds } from './chapters.ts'
import { chapterStore } from './chapters.store.ts'

export type ChapterDirection = 'back' | 'forward'

/** Seeks to the next chapter, or back to the start of this one or the one before; ignored where there is none. */
export function skipChapter(
  direction: ChapterDirection,
  { position }: Pick<AudioEngine, 'position'>,
  { seekTo }: Pick<PlayerCommands, 'seekTo'>,
): void {
  const { chapters } = chapterStore.getState()
  const find = direction === 'forward' ? nextChapterSeconds : previousChapterSeconds
  const seconds = find(chapters, position())
  if (seconds !== null) seekTo(seconds)
}

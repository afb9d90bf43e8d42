import { useSettings } from '#features/settings/index.ts'

import type { PlayerCommands } from '../../commands.ts'
import type { ChapterDirection } from '../../chapters/skip-chapter.ts'
import { rates } from '../../engine/loudness.ts'
import type { PlayerStore } from '../../player.store.ts'
import { currentTrack, modeAfter } from '../../queue/queue.ts'
import { openSheet, setFull } from '../../sheets.ts'
import { pictureStore } from '../../video/picture.store.ts'
import { actionOf } from './shortcuts.ts'
import type { Action, Focus } from './shortcuts.ts'

const VOLUME_STEP = 0.05
const WRITING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'
const ARROWS = '[role=slider], [role=radio], [role=tab], [role=menuitem], [role=option], [role=listbox]'

/** Handles the shortcuts wherever the focus is, except while a modal is open. */
export function connectKeyboard(
  store: PlayerStore,
  player: PlayerCommands,
  { seekBy, skipChapter }: { seekBy: (seconds: number) => void; skipChapter: (direction: ChapterDirection) => void },
): void {
  const { getState } = store
  const doIt: Record<Action, () => void> = {
    toggle: player.toggle,
    rewind: () => seekBy(-useSettings.getState().rewindSeekTime),
    forward: () => seekBy(useSettings.getState().forwardSeekTime),
    previous: player.previous,
    next: player.next,
    previousChapter: () => skipChapter('back'),
    nextChapter: () => skipChapter('forward'),
    quieter: () => player.setVolume(Math.max(0, getState().volume - VOLUME_STEP)),
    louder: () => player.setVolume(getState().volume + VOLUME_STEP),
    mute: () => player.setMuted(!getState().isMuted),
    slower: () => player.setRate(rates.findLast((rate) => rate < getState().rate) ?? getState().rate),
    faster: () => player.setRate(rates.find((rate) => rate > getState().rate) ?? getState().rate),
    mode: () => player.setMode(modeAfter(getState().queue.mode)),
    // In the full player, for the picture of a video.
    full: () => (pictureStore.getState().toggleFull ?? (() => setFull(true)))(),
    sound: () => openSheet('sound'),
    help: () => openSheet('shortcuts'),
  }

  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || !useSettings.getState().keyboardShortcuts || !currentTrack(getState().queue)) return
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
    if (modal && !modal.hasAttribute('data-player-keys')) return
    const action = actionOf(event, focusOf(event.target))
    // A held key repeats; only seeking and volume make sense of that.
    const mayRepeat = action === 'rewind' || action === 'forward' || action === 'louder' || action === 'quieter'
    if (action === null || (event.repeat && !mayRepeat)) return
    event.preventDefault()
    doIt[action]()
  })
}

function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) return 'nothing'
  const input = target.closest('input')
  if (input && /^(?:radio|range)$/.test(input.type)) return 'arrows'
  if (input && /^(?:button|checkbox|submit)$/.test(input.type)) return 'button'
  if (target.closest(WRITING)) return 'writing'
  if (target.closest(ARROWS)) return 'arrows'
  return target.closest('button, a[href], summary, audio, video') ? 'button' : 'nothing'
}

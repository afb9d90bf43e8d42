// On every first page: what the compiler would remember here costs more code than it saves work.
'use no memo'

import { useEffect } from 'react'

import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { OPEN_MARK } from '#ui/open-mark.ts'
import { PartMissing } from '#ui/PartMissing.tsx'

import { loadEngine } from './engine/start-engine.ts'
import type { KeepPart } from './keep-part.ts'
import type { LyricsParts } from './lyrics-parts.ts'
import { restorePlayer } from './position/restore-player.ts'
import { closeSheet, setNight, useOver } from './sheets.ts'
import { usePlayer } from './use-player.ts'

const NightScreen = lazyComponent(() => import('./sleep/NightScreen.tsx'), PartMissing)
const ChapterSheet = lazyComponent(() => import('./chapters/ChapterSheet.tsx'), PartMissing)
const ShortcutsSheet = lazyComponent(() => import('./controls/shortcuts/ShortcutsSheet.tsx'), PartMissing)
const SleepSheet = lazyComponent(() => import('./sleep/SleepSheet.tsx'), PartMissing)
const SoundSheet = lazyComponent(() => import('./sound/SoundSheet.tsx'), PartMissing)
const Bar = lazyComponent(() => import('./controls/Bar.tsx'), PartMissing)

/**
 * The player bar at the bottom of every page; renders nothing while the queue is empty. With a queue, `<html
 * data-player="on">` and `--player-height` let floating elements leave room for it (`--bottom-height` in tokens.css).
 */
export function PlayerBar(parts: { lyrics: LyricsParts; Keep: KeepPart }) {
  const isNeeded = usePlayer(({ queue }) => queue.tracks.length > 0)
  // In an effect, since the first client render must match the server's, which knows no queue.
  useEffect(restorePlayer, [])
  useEffect(loadEngine, [])
  useEffect(leaveEntriesOfBefore, [])
  const sheet = useOver((over) => over.sheet)
  const isNight = useOver((over) => over.isNight)
  return (
    <>
      {isNeeded && <Bar {...parts} />}
      {sheet === 'sound' && <SoundSheet onClose={closeSheet} />}
      {sheet === 'sleep' && <SleepSheet onClose={closeSheet} />}
      {sheet === 'chapters' && <ChapterSheet onClose={closeSheet} />}
      {sheet === 'shortcuts' && <ShortcutsSheet onClose={closeSheet} />}
      {isNight && <NightScreen onClose={() => setNight(false)} />}
    </>
  )
}

/** Rarely needed, so not in the first load. If it fails to load, Back has to be pressed once more. */
function leaveEntriesOfBefore(): void {
  if (!(history.state as Record<string, unknown> | null)?.[OPEN_MARK]) return
  import('#ui/use-back-closes.ts').then(
    ({ dropStaleEntries }) => dropStaleEntries(),
    () => {},
  )
}

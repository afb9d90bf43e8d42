// On every first page: what the compiler would remember here costs more code than it saves work.
'use no memo'

import { useEffect } from 'react'

import { later } from '#lib/lazy.tsx'
import { OPEN_MARK } from '#ui/open-mark.ts'
import { PartMissing } from '#ui/PartMissing.tsx'

import type { LyricsParts } from './lyrics-parts.ts'
import { restorePlayer } from './player.ts'
import { closeSheet, setNight, useOver } from './sheets.ts'
import { usePlayer } from './use-player.ts'

const NightScreen = later(() => import('./sleep/NightScreen.tsx'), PartMissing)
const ShortcutsSheet = later(() => import('./controls/ShortcutsSheet.tsx'), PartMissing)
const SoundSheet = later(() => import('./sound/SoundSheet.tsx'), PartMissing)
const Bar = later(() => import('./controls/Bar.tsx'), PartMissing)

/**
 * The player at the bottom of every page; the shell says where it stands. Nothing until something is queued; from then
 * on `<html data-player="on">` and its `--player-height` tell what floats over the page how much room to leave.
 */
export function PlayerBar({ lyrics }: { lyrics: LyricsParts }) {
  const isNeeded = usePlayer(({ queue }) => queue.tracks.length > 0)
  // Not before the page is alive: its first render is the server's, which knows of no queue.
  useEffect(restorePlayer, [])
  useEffect(leaveEntriesOfBefore, [])
  const sheet = useOver((over) => over.sheet)
  const isNight = useOver((over) => over.isNight)
  return (
    <>
      {isNeeded && <Bar lyrics={lyrics} />}
      {(sheet === 'sound' || sheet === 'sleep') && <SoundSheet isOfSleep={sheet === 'sleep'} onClose={closeSheet} />}
      {sheet === 'shortcuts' && <ShortcutsSheet onClose={closeSheet} />}
      {isNight && <NightScreen onClose={() => setNight(false)} />}
    </>
  )
}

/** Hardly ever needed, and so no part of the first load; where it does not arrive, Back is pressed once more. */
function leaveEntriesOfBefore(): void {
  if (!(history.state as Record<string, unknown> | null)?.[OPEN_MARK]) return
  import('#ui/use-back-closes.ts').then(
    ({ leaveEntriesOfBefore: leave }) => leave(),
    () => {},
  )
}

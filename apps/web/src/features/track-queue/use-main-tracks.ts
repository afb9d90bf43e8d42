import { mainVersion, type TrackFile, type TrackNode } from '@otodana/contract'
import { useMemo, useState } from 'react'

import { usePreferences } from './preferences.ts'
import { trackChoices, withChoice, type TrackChoices } from './track-choices.ts'
import { groupNames, trackNames, type TrackName } from './track-names.ts'

type Choice = Partial<Pick<TrackChoices, 'effect'>> & { format?: TrackChoices['formats'][number] }

export type ListedTrack = TrackName & { file: TrackFile }

export type MainTracks = {
  /** One for each folder, such as a disc; a single one has no name. */
  groups: { name: string; tracks: ListedTrack[] }[]
  /** Those of all groups. */
  tracks: ListedTrack[]
  choices: TrackChoices
  choose: (choice: Choice) => void
}

/** Returns a work's main recordings in the preferred version, or in the one chosen on this page. */
export function useMainTracks(tree: readonly TrackNode[]): MainTracks {
  const preferences = usePreferences()
  const [choice, setChoice] = useState<Choice>({})
  return useMemo(() => {
    const chosen = withChoice(preferences, choice)
    const found = mainVersion(tree, chosen)?.groups ?? []
    const names = groupNames(found.map(({ path }) => path))
    const groups = found.map(({ tracks: files }, at) => {
      const named = trackNames(files)
      return { name: names[at]!, tracks: files.map((file, index) => ({ file, ...named[index]! })) }
    })
    return {
      groups,
      tracks: groups.flatMap(({ tracks }) => tracks),
      choices: trackChoices(tree, chosen),
      choose: (next) => setChoice({ ...choice, ...next }),
    }
  }, [tree, preferences, choice])
}

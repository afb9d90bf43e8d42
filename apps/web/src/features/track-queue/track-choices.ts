import { extensionOf, mainVersion, type RecordingVersion, type TrackNode } from '@otodana/contract'

import { audioTypes, type AudioType, type SePreference } from '#features/settings/index.ts'

import type { Preferences } from './preferences.ts'

export type TrackChoices = {
  /** Formats in which the work's recordings can be heard, most common first. */
  formats: AudioType[]
  /** Empty if all versions are alike; otherwise those that the shown format has. */
  effects: SePreference[]
  /** What is shown; null for another format. */
  format: AudioType | null
  effect: SePreference
}

/** Returns preferences with a format and effects chosen for one work. */
export function withChoice(
  preferences: Preferences,
  { format, effect }: { format?: AudioType | undefined; effect?: SePreference | undefined },
): Preferences {
  const { audioTypePreference, sePreference } = preferences
  return {
    ...preferences,
    sePreference: effect ?? sePreference,
    audioTypePreference: format
      ? [format, ...audioTypePreference.filter((type) => type !== format)]
      : audioTypePreference,
  }
}

/**
 * Returns the versions of a work's main recordings that a listener can choose from, as far as they differ, and which of
 * them the preferences select.
 */
export function trackChoices(tree: readonly TrackNode[], preferences: Preferences): TrackChoices {
  const present = extensionsIn(tree)
  const versionIn = (format: AudioType | undefined, effect?: SePreference) =>
    mainVersion(tree, withChoice(preferences, { format, effect }))
  const shown = versionIn(undefined)
  const has = (version: RecordingVersion | undefined, format: AudioType) =>
    version?.groups.some(({ tracks }) => tracks.some(({ title }) => extensionOf(title) === format)) ?? false
  const seen = new Set<string>()
  const formats = audioTypes.filter((format) => {
    const version = present.has(format) ? versionIn(format) : undefined
    const key = hashesOf(version)
    if (!has(version, format) || seen.has(key)) return false
    seen.add(key)
    return true
  })
  const effectsIn = (format: AudioType | undefined): SePreference[] => {
    const [full, bare] = [versionIn(format, 'with'), versionIn(format, 'without')]
    return hashesOf(full) === hashesOf(bare) ? [] : ['with', 'without']
  }
  const effect = shown?.hasEffects === false ? 'without' : 'with'
  const own = effectsIn(undefined)
  const differ = own.length > 0 || formats.some((format) => effectsIn(format).length > 0)
  return {
    formats,
    effects: own.length > 0 ? own : differ ? [effect] : [],
    format: formats.find((format) => hashesOf(versionIn(format)) === hashesOf(shown)) ?? null,
    effect,
  }
}

function hashesOf(version: RecordingVersion | undefined): string {
  return version?.groups.flatMap(({ tracks }) => tracks.map(({ hash }) => hash)).join(' ') ?? ''
}

function extensionsIn(nodes: readonly TrackNode[], found = new Set<string>()): Set<string> {
  for (const node of nodes) {
    if (node.type === 'folder') extensionsIn(node.children, found)
    else if (node.type === 'audio') found.add(extensionOf(node.title))
  }
  return found
}

import type { Chapter } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'

import { useTranslation } from '#i18n/use-translation.ts'
import { chaptersQuery } from '#lib/queries/chapters-query.ts'

import { playback } from '../engine/page-engine.ts'
import { useCurrentTrack } from '../use-player.ts'
import { chapterIndexAt } from './chapters.ts'
import { chapterStore } from './chapters.store.ts'

/** Keeps the store of the current track's chapters up to date. A track plays without them as well. */
export function useLoadedChapters(): void {
  const { api } = useRouter().options.context
  const track = useCurrentTrack()
  const { data } = useQuery({ ...chaptersQuery(api, track?.workId ?? 0), enabled: track !== null })
  const chapters = data?.tracks.find(({ hash }) => hash === track?.hash)?.chapters
  useEffect(() => {
    chapterStore.setState({ chapters: chapters ?? [] })
  }, [chapters])
}

export function useChapters(): readonly Chapter[] {
  return useStore(chapterStore, ({ chapters }) => chapters)
}

/** Returns the index of the chapter that plays; -1 if there is none. Renders only when another chapter begins. */
export function useChapterIndex(): number {
  const chapters = useChapters()
  return useSyncExternalStore(
    playback.onPosition,
    () => chapterIndexAt(chapters, playback.position()),
    () => -1,
  )
}

/** Returns a function that names a chapter: by its title, or by its number. */
export function useChapterName(): (index: number) => string {
  const { t } = useTranslation('player')
  const chapters = useChapters()
  return (index) => chapters[index]?.title || t('chapters.number', { number: index + 1 })
}

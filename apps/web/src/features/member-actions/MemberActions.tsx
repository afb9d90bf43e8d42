import '#i18n/on-demand/playlist-texts.ts'

import type { Work } from '@otodana/contract'
import { useRef } from 'react'

import { PlaylistMenuButton, QuickMarkButton, useCardMenu } from '#features/playlists/index.ts'
import { CardProgress, CardRating } from '#features/reviews/index.ts'

import css from './MemberActions.module.css'

/** A member's actions on a work's card, over the cover, and their rating. */
export default function MemberActions({ work }: { work: Work }) {
  const ref = useRef<HTMLDivElement>(null)
  useCardMenu(ref, work)
  return (
    <>
      <div ref={ref} className={css.actions}>
        <QuickMarkButton work={work} className={css.action} />
        <PlaylistMenuButton work={work} className={css.action} />
      </div>
      <CardProgress work={work} />
      <CardRating work={work} />
    </>
  )
}

import '#i18n/on-demand/playlist-texts.ts'

import type { Work } from '@otodana/contract'

import { AddToPlaylistButton } from '#features/playlists/index.ts'

/** What a member can do with a work on its page. */
export default function WorkActions({ work }: { work: Work }) {
  return <AddToPlaylistButton work={work} />
}

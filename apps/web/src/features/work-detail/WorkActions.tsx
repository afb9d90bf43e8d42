import '#i18n/on-demand/playlist-texts.ts'

import type { Work } from '@otodana/contract'

import { isEditor, useUser } from '#features/accounts/index.ts'
import { CorrectCodeButton } from '#features/code-correction/index.ts'
import { EditWorkButton } from '#features/editing/index.ts'
import { LookUpButton } from '#features/metadata-lookup/index.ts'
import { AddToPlaylistButton } from '#features/playlists/index.ts'

/** What a member can do with a work on its page. */
export default function WorkActions({ work }: { work: Work }) {
  const user = useUser()
  return (
    <>
      <AddToPlaylistButton work={work} />
      {isEditor(user) ? <EditWorkButton work={work} /> : null}
      {user?.group === 'administrator' ? (
        <>
          <LookUpButton work={work} />
          <CorrectCodeButton work={work} />
        </>
      ) : null}
    </>
  )
}

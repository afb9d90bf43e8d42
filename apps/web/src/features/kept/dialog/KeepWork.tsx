import type { Work } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { useFailure } from '#lib/api/recovery.ts'
import { tracksQuery } from '#lib/queries/tracks-query.ts'

import { KeepDialog } from './later-dialog.ts'

type Props = { work: Pick<Work, 'id' | 'title'>; attempt: number; onClose: () => void }

/** The dialog of a work whose files are yet to be read: from the server, or else those that are known here. */
export function KeepWork({ work, ...opened }: Props) {
  const { api } = useRouter().options.context
  const tracks = useQuery(tracksQuery(api, work.id))
  return <KeepDialog {...opened} work={work} tree={tracks.data} hasFailed={useFailure(tracks) !== null} />
}

import type { Work } from '@otodana/contract'

import { PodcastButton } from '#features/podcasts/index.ts'

/** For members: the work as a podcast. */
export default function WorkFeed({ work }: { work: Work }) {
  return <PodcastButton target={{ work: String(work.id) }} />
}

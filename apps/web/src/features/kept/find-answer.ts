import { parseWorkRef } from '@otodana/work-code'

import { ownerOf, useSession } from '#features/accounts/index.ts'
import type { CachedAnswer } from '#lib/api/first-answer.ts'
import { pathInApp } from '#lib/base-path.ts'
import { openKept } from '#lib/kept/open-database.ts'
import { type AnswerName, workKey } from '#lib/kept/schema.ts'
import { ownersFor } from '#lib/kept/visitor.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

/** Calls about one work that can be answered from this device: their name in the path, and what answers them. */
const answers: Record<string, AnswerName | 'work'> = {
  workInfo: 'work',
  work: 'work',
  tracks: 'tracks',
  sound: 'sounds',
  chapters: 'chapters',
}

/**
 * Returns what was kept of an answer of the API, if the present visitor may have it.
 *
 * @param call  the name of the call in its path
 * @param ref   the work, as in a path
 */
export async function findAnswer(call: string, ref: string): Promise<CachedAnswer | null> {
  const workId = parseWorkRef(decodeURIComponent(ref))
  const name = answers[call]
  if (workId === null || name === undefined) return null
  const db = await openKept()
  const session = useSession.getState()
  for (const owner of ownersFor({ owner: ownerOf(deviceStorage, session), isClosed: session.isClosed })) {
    const kept = await db.get('works', workKey({ owner, workId }))
    if (!kept) continue
    if (name === 'work') return answer(JSON.stringify(kept.work), timeOf(workId, kept.keptAtMs))
    const stored = await db.get('answers', [owner, workId, name])
    if (stored) return answer(stored.json, timeOf(workId, stored.atMs))
  }
  return null
}

/** None for what another page than the work's asks for, such as the player: the time is said of what the page shows. */
function timeOf(workId: number, atMs: number): number {
  const [, screen, ref = ''] = pathInApp(location.pathname).split('/')
  return screen === 'work' && parseWorkRef(decodeURIComponent(ref)) === workId ? atMs : 0
}

function answer(json: string, cachedAt: number): CachedAnswer {
  return { answer: new Response(json, { headers: { 'content-type': 'application/json' } }), cachedAt }
}

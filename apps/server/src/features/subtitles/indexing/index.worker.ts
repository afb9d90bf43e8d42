import { openDatabase } from '#db/open.ts'
import { yieldToRequests } from '#jobs/background-thread.ts'
import { serveTasks } from '#jobs/serve-tasks.ts'
import { createStorage } from '#storage/create-storage.ts'

import { indexSubtitles } from './index-subtitles.ts'
import type { FromIndexThread, IndexTask } from './index-messages.ts'

yieldToRequests()

serveTasks<IndexTask, FromIndexThread, 'stop'>(async ({ location, roots, s3 }, { send, onMessage }) => {
  const stop = new AbortController()
  onMessage(() => stop.abort())
  const warn = (fields: object, message: string) => send({ type: 'log', fields, message })
  const database = await openDatabase(location, {
    connections: 2,
    onPoolError: (error) => warn({ err: error }, 'indexing subtitles lost a database connection'),
  })
  try {
    const counts = await indexSubtitles({
      database,
      storage: createStorage(roots, s3),
      signal: stop.signal,
      onProgress: (share) => send({ type: 'progress', share }),
      onIndexed: () => send({ type: 'indexed' }),
      log: { warn },
    })
    send({ type: 'finished', counts })
  } finally {
    await database.close()
  }
})

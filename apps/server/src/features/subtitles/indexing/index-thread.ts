import { startTask, untilEnded } from '#jobs/task-thread.ts'

import type { FromIndexThread, IndexCounts, IndexTask } from './index-messages.ts'

type IndexOptions = {
  signal: AbortSignal
  onProgress: (share: number) => void
  onIndexed: () => void
  onWarning: (fields: object, message: string) => void
}

/**
 * Updates the index in a thread with its own connection, so that requests never wait for it.
 *
 * @throws the signal's reason, after the thread has stopped; or {Error} if it crashed
 */
export async function runIndexThread(task: IndexTask, options: IndexOptions): Promise<IndexCounts> {
  const { signal, onProgress, onIndexed, onWarning } = options
  let counts: IndexCounts | null = null
  const thread = startTask<IndexTask, FromIndexThread>({
    module: new URL('./index.worker.ts', import.meta.url),
    name: 'subtitle index',
    task,
    onMessage(message) {
      if (message.type === 'progress') onProgress(message.share)
      else if (message.type === 'indexed') onIndexed()
      else if (message.type === 'log') onWarning(message.fields, message.message)
      else counts = message.counts
    },
  })
  await untilEnded(thread, { signal, stopMessage: 'stop' })
  signal.throwIfAborted()
  if (!counts) throw new Error('The thread that indexes subtitles ended too early')
  return counts
}

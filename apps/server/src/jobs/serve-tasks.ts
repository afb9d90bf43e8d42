import { parentPort } from 'node:worker_threads'

export type ToTaskThread = { type: 'task'; task: unknown } | { type: 'message'; message: unknown }

export type FromTaskThread = { type: 'message'; message: unknown } | { type: 'ended' }

/** What a task may do while it runs. */
type Running<Sent, Received> = {
  send(message: Sent): void
  /** Replaces the listener of messages to this task. */
  onMessage(listener: (message: Received) => void): void
}

/**
 * Makes this thread run the tasks of `startTask`, one after another. A task that throws ends the thread.
 *
 * @throws {Error} outside of a worker thread
 */
export function serveTasks<Task, Sent, Received>(
  run: (task: Task, running: Running<Sent, Received>) => Promise<void>,
): void {
  const port = parentPort
  if (!port) throw new Error('this module runs as a worker thread only')
  const post = (message: FromTaskThread) => port.postMessage(message)
  let listener: ((message: Received) => void) | null = null

  port.on('message', (message: ToTaskThread) => {
    if (message.type === 'message') listener?.(message.message as Received)
    else void serve(message.task as Task)
  })

  async function serve(task: Task): Promise<void> {
    await run(task, {
      send: (message) => post({ type: 'message', message }),
      onMessage: (wanted) => (listener = wanted),
    })
    listener = null
    post({ type: 'ended' })
  }
}

import { Worker } from 'node:worker_threads'

import type { FromTaskThread, ToTaskThread } from './serve-tasks.ts'

/** How long a thread without a task is kept. */
const KEPT_MS = 10_000

type Kept = { worker: Worker; timer: NodeJS.Timeout }

const kept = new Map<string, Kept[]>()

export type TaskThread = {
  /** The task has ended. @throws {Error} it failed, or the thread ended too early */
  ended: Promise<void>
  send(message: unknown): void
  /** Ends the thread now, in the middle of its task. */
  kill(): Promise<void>
}

type TaskOptions<Task, Message> = {
  /** A module that calls `serveTasks`. */
  module: URL
  name: string
  task: Task
  onMessage: (message: Message) => void
}

/**
 * Runs a task in a thread of its own, so that requests never wait for it. A thread that has done its task is kept for a
 * while: reading its modules again takes longer than most tasks.
 */
export function startTask<Task, Message>({ module, name, task, onMessage }: TaskOptions<Task, Message>): TaskThread {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  // The caller may wait for a message instead.
  ended.catch(() => {})
  const worker = takeKept(module.href) ?? new Worker(module, { name })
  let isRunning = true
  // Another task may run in it by then.
  const send = (message: ToTaskThread) => {
    if (isRunning) worker.postMessage(message)
  }

  worker.on('message', (message: FromTaskThread) => {
    if (message.type === 'message') return onMessage(message.message as Message)
    isRunning = false
    forget(worker)
    keep(module.href, worker)
    resolve()
  })
  worker.on('error', reject)
  worker.on('exit', (code) => reject(new Error(`The thread "${name}" ended too early (${code})`)))
  send({ type: 'task', task })

  return {
    ended,
    send: (message) => send({ type: 'message', message }),
    kill: async () => {
      if (isRunning) await worker.terminate()
    },
  }
}

/** Waits for a task to end; once the signal aborts, it is sent a message to stop. @throws {Error} it failed */
export async function untilEnded(
  { ended, send }: TaskThread,
  { signal, stopMessage }: { signal: AbortSignal; stopMessage: string },
): Promise<void> {
  const stop = () => send(stopMessage)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    await ended
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function takeKept(module: string): Worker | undefined {
  const found = kept.get(module)?.pop()
  if (!found) return undefined
  clearTimeout(found.timer)
  forget(found.worker)
  found.worker.ref()
  return found.worker
}

/** Removes our listeners; the worker has others of its own. */
function forget(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

/** Must not keep a closed server's process alive. */
function keep(module: string, worker: Worker): void {
  const others = kept.get(module) ?? []
  const drop = () => {
    clearTimeout(timer)
    kept.set(
      module,
      (kept.get(module) ?? []).filter((other) => other.worker !== worker),
    )
  }
  const timer = setTimeout(() => {
    drop()
    void worker.terminate()
  }, KEPT_MS).unref()
  worker.on('error', drop)
  worker.on('exit', drop)
  worker.unref()
  kept.set(module, [...others, { worker, timer }])
}

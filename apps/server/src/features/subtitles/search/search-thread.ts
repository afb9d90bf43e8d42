import { Worker } from 'node:worker_threads'

import { AppError } from '#http/errors/app-error.ts'

import type { FromSearchThread, SearchTask, ToSearchThread } from './search-messages.ts'
import type { SubtitleQuery } from './search-types.ts'

/** Maximum number of waiting searches, some seconds of work. */
const MAX_WAITING = 100

/** The works to search, and a name that identifies the set. */
export type Scope = { name: string; list: () => Iterable<number> }

type Asked = Omit<SubtitleQuery, 'scope'>

type Waiting = { asked: Asked; scope: Scope | null; resolve(json: string | null): void; reject(error: Error): void }

/**
 * Searches in a separate thread with its own connection, so that requests are not blocked. The thread starts with the
 * first search, and again after a crash.
 */
export function createSearchThread(task: SearchTask, onWarning: (fields: object, message: string) => void) {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0
  let isClosed = false

  function start(): Worker {
    const started = new Worker(new URL('./search.worker.ts', import.meta.url), {
      workerData: task,
      name: 'subtitle search',
    })
    started.on('message', (message: FromSearchThread) => {
      if (message.type === 'log') return onWarning(message.fields, message.message)
      const asker = waiting.get(message.id)
      if (message.type === 'unknownScope') {
        if (asker) ask(started, message.id, asker, true)
        return
      }
      waiting.delete(message.id)
      if (message.type === 'answer') asker?.resolve(message.json)
      else asker?.reject(message.isBusy ? busy(message.error) : message.error)
    })
    started.on('error', failAll)
    started.on('exit', () => {
      if (worker === started) worker = null
      failAll(new Error('The thread that searches subtitles has ended'))
    })
    // Must not keep a closed server's process alive.
    started.unref()
    return started
  }

  /** The next search starts the thread again. */
  function failAll(cause: unknown): void {
    for (const asker of waiting.values()) asker.reject(busy(cause))
    waiting.clear()
  }

  /** A scope has many works, and is mostly known to the thread, so its name is sent first. */
  function ask(to: Worker, id: number, { asked, scope }: Waiting, withWorks: boolean): void {
    const workIds = scope && withWorks ? Int32Array.from(scope.list()) : null
    send(to, { type: 'search', id, asked: { ...asked, scope: scope && { name: scope.name, workIds } } })
  }

  const send = (to: Worker, message: ToSearchThread) => to.postMessage(message)

  return {
    /**
     * @param signal  aborted when the client disconnects
     * @returns JSON of the contract's `SubtitlePage`; null if there is no such work
     * @throws {AppError} `server.busy`
     */
    search(asked: Asked, scope: Scope | null, signal: AbortSignal): Promise<string | null> {
      if (isClosed || signal.aborted || waiting.size >= MAX_WAITING) return Promise.reject(busy())
      const id = ++lastId
      const { promise, resolve, reject } = Promise.withResolvers<string | null>()
      const asker = { asked, scope, resolve, reject }
      waiting.set(id, asker)
      const to = (worker ??= start())
      ask(to, id, asker, false)
      const leave = () => send(to, { type: 'leave', id })
      signal.addEventListener('abort', leave)
      return promise.finally(() => signal.removeEventListener('abort', leave))
    },

    /** Called when works or files were added or removed. */
    markStale(): void {
      if (worker) send(worker, { type: 'stale' })
    },

    async close(): Promise<void> {
      isClosed = true
      const running = worker
      if (!running) return
      const ended = new Promise((resolve) => running.once('exit', resolve))
      send(running, { type: 'close' })
      await ended
    },
  }
}

function busy(cause?: unknown): AppError {
  return new AppError('server.busy', { cause, headers: { 'retry-after': '2' } })
}

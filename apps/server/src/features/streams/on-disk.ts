import { AppError } from '#http/errors/app-error.ts'

/** Reports a failure of the cache's disk as temporary: a full one may soon have room again. */
export async function onDisk<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    throw new AppError('server.busy', { cause: error, headers: { 'retry-after': '5' } })
  }
}

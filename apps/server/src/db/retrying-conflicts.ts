import { isWriteConflict } from './dialect.ts'

const ATTEMPTS = 5

/** Runs a transaction again that only met another one: the databases end one of two that wait for each other. */
export async function retryingConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === ATTEMPTS || !isWriteConflict(error)) throw error
    }
  }
}

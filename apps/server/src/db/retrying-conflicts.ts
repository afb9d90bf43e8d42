import { isWriteConflict } from './dialect.ts'

const ATTEMPTS = 5

/** Retries a transaction that conflicted with another: databases abort one of two that deadlock. */
export async function retryingConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === ATTEMPTS || !isWriteConflict(error)) throw error
    }
  }
}

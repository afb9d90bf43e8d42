import { describeError, type FileSystem } from '../files/file-system.ts'
import type { NewProblem } from '../scan-types.ts'
import type { Walk } from '../walk/walk.ts'

/** Tells whether library folders are still there while a scan reads them. */
export type RootWatch = {
  /** Asks only while the folder counts as there; one that has gone stays gone for this scan. */
  isThere(root: string): Promise<boolean>
  /** Of each that has gone. */
  problems(): NewProblem[]
}

type Options = { walk: Walk; files: FileSystem; signal: AbortSignal }

/**
 * A disk that is unmounted during a scan looks like one whose files were deleted or are unreadable. Asked before any such
 * thing is believed.
 */
export function createRootWatch({ walk, files, signal }: Options): RootWatch {
  const gone = new Map<string, NewProblem>()

  /** Why the folder is not what it was when the walk began; null when it is. */
  async function reasonItIsGone(root: string): Promise<string | null> {
    try {
      const store = files.storeOf?.(root)
      const holdsAnything = store ? await store.holdsAnything(root, signal) : files.holdsAnything(root)
      return holdsAnything || walk.roots.get(root) === 'empty' ? null : 'it is empty now'
    } catch (error) {
      signal.throwIfAborted()
      return describeError(error)
    }
  }

  return {
    async isThere(root) {
      if (gone.has(root)) return false
      if (walk.roots.get(root) === 'unavailable') return true
      const reason = await reasonItIsGone(root)
      if (reason === null) return true
      const message = `The library folder went away during the scan; its works stay as they are: ${reason}`
      gone.set(root, { kind: 'rootUnavailable', root, path: '', workId: null, message })
      return false
    },
    problems: () => [...gone.values()],
  }
}

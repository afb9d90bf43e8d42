import { describeError, type FileSystem } from '../files/file-system.ts'
import type { NewProblem } from '../scan-types.ts'
import type { Walk } from '../walk/walk.ts'

/** Checks during a scan that library folders are still available. */
export type RootWatch = {
  /** Checks again only while the folder is available; otherwise it stays unavailable for this scan. */
  isThere(root: string): Promise<boolean>
  /** One for each unavailable folder. */
  problems(): NewProblem[]
}

type Options = { walk: Walk; files: FileSystem; signal: AbortSignal }

/**
 * A disk unmounted during a scan looks as if files were deleted or unreadable, so it is checked before believing
 * either.
 */
export function createRootWatch({ walk, files, signal }: Options): RootWatch {
  const gone = new Map<string, NewProblem>()

  /** Returns why the folder is not what it was at the start of the walk; null if it is. */
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

import { create } from 'zustand'

import { askBeforeLeaving } from '#lib/browser/ask-before-leaving.ts'

import { syncSettings } from '../sync-settings.ts'
import { openEngine } from '../open-engine.ts'
import { shownProblem } from '../problem-text.ts'
import type { LocalSubtitleProblem } from '../problems.ts'
import type { ImportedPackage, ImportProgress } from '../types.ts'

type Result = { imported: ImportedPackage; problem: null } | { imported: null; problem: LocalSubtitleProblem }

/** The result of an import. */
export type Outcome = Result & { id: number; name: string }

/** The running import. */
export type Running = { name: string; progress: ImportProgress | null; isCancelled: boolean }

type Imports = {
  running: Running | null
  /** The packages in the queue. */
  waiting: readonly File[]
  /** Of this visit, latest last, until dismissed. */
  outcomes: readonly Outcome[]
}

/** Imports continue when the screen changes. */
export const useImports = create<Imports>()(() => ({ running: null, waiting: [], outcomes: [] }))

let lastId = 0
let cancelling = new AbortController()

/**
 * Imports packages one after another, after those in the queue.
 *
 * @param onEnd  called with each result
 */
export async function importPackages(files: readonly File[], onEnd: (outcome: Outcome) => void): Promise<void> {
  const { running, waiting } = useImports.getState()
  useImports.setState({ waiting: [...waiting, ...files] })
  if (running) return
  // Closing the page would abort the import.
  addEventListener('beforeunload', askBeforeLeaving)
  try {
    for (let file = nextFile(); file; file = nextFile()) {
      const outcome: Outcome = { id: ++lastId, name: file.name, ...(await importOne(file)) }
      useImports.setState(({ outcomes }) => ({ outcomes: [...outcomes, outcome] }))
      onEnd(outcome)
    }
  } finally {
    useImports.setState({ running: null })
    removeEventListener('beforeunload', askBeforeLeaving)
  }
}

/** Cancels the running import and those in the queue. */
export function cancelImports(): void {
  useImports.setState(({ running }) => ({ running: running && { ...running, isCancelled: true }, waiting: [] }))
  cancelling.abort()
}

export function dismissOutcomes(): void {
  useImports.setState({ outcomes: [] })
}

function nextFile(): File | undefined {
  const [file, ...waiting] = useImports.getState().waiting
  if (file) useImports.setState({ running: { name: file.name, progress: null, isCancelled: false }, waiting })
  return file
}

async function importOne(file: File): Promise<Result> {
  cancelling = new AbortController()
  try {
    const { importPackage } = await openEngine()
    const imported = await importPackage(file, {
      signal: cancelling.signal,
      onProgress: (progress) =>
        useImports.setState(({ running }) => ({ running: running && { ...running, progress } })),
    })
    // The import succeeded; the settings are synced on the next visit.
    await syncSettings().catch(reportError)
    return { imported, problem: null }
  } catch (error) {
    return { imported: null, problem: shownProblem(error) }
  }
}

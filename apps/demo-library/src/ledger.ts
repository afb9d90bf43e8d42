import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const MARKER = '.otodana-demo.json'

/** Raise it when the same options give other files. */
export const VERSION = 4

/**
 * What this program has made in a folder, kept in the folder itself. A work is written down before it is moved into
 * its place, so whatever stands in a place that is not written down belongs to someone else.
 */
export type Ledger = {
  format: 'otodana-demo'
  version: number
  seed: number
  complete: boolean
  /** Folder of each work, with `/` → size in bytes of each of its files. */
  works: Record<string, Record<string, number>>
}

/** The ledger of a folder; null when it has none. @throws if there is one that cannot be read */
export async function findLedger(dir: string): Promise<Ledger | null> {
  let text: string
  try {
    text = await readFile(join(dir, MARKER), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const ledger = JSON.parse(text) as Partial<Ledger>
  if (ledger.format !== 'otodana-demo' || typeof ledger.works !== 'object') {
    throw new Error(`${join(dir, MARKER)} is not a marker of the demo library`)
  }
  return ledger as Ledger
}

export async function saveLedger(dir: string, ledger: Ledger): Promise<void> {
  const path = join(dir, MARKER)
  await writeFile(`${path}.new`, `${JSON.stringify(ledger)}\n`)
  await rename(`${path}.new`, path)
}

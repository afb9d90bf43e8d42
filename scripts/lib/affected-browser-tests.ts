import { posix } from 'node:path'

/** Where a requirement's id is in the title of a test. */
export interface NamedTest {
  id: string
  file: string
}

/** What a page is made of. */
const isOfPage = (file: string) => /^(?:apps|packages)\//.test(file) && !/\.test\.tsx?$/.test(file)

/**
 * Returns the requirements that the tests closest to each changed file name: those in its folder, or in the nearest one
 * above that has any. The browser tests of these are the ones to run.
 */
export function requirementsNear(files: readonly string[], tests: readonly NamedTest[]): string[] {
  const unitTests = tests.filter(({ file }) => !file.startsWith('e2e/'))
  const near = (folder: string): string[] => {
    const ids = unitTests.filter(({ file }) => file.startsWith(`${folder}/`)).map(({ id }) => id)
    return ids.length > 0 || !folder.includes('/') ? ids : near(posix.dirname(folder))
  }
  const folders = new Set(files.filter(isOfPage).map((file) => posix.dirname(file)))
  return [...new Set([...folders].flatMap(near))].toSorted()
}

/**
 * Returns the browser tests' files that have changed or import one that has, directly or not.
 *
 * @param sources  the code of all files in e2e, by path
 */
export function specsUsing(files: readonly string[], sources: ReadonlyMap<string, string>): string[] {
  const affected = new Set(files.filter((file) => sources.has(file)))
  for (const changed of affected) {
    for (const [file, code] of sources) if (code.includes(`'./${posix.basename(changed)}'`)) affected.add(file)
  }
  return [...affected].filter((file) => file.endsWith('.spec.ts')).toSorted()
}

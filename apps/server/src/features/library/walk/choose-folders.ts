import { isCodelessId } from '@otodana/work-code'

import { joinName } from '../files/file-system.ts'
import type { FoundWork, KnownWork, NewProblem } from '../scan-types.ts'

/**
 * Chooses one folder for each code: the one in the database, else the first. The others are reported and not read.
 *
 * @param found  in order of preference
 */
export function chooseFolders(
  found: readonly FoundWork[],
  known: ReadonlyMap<number, Pick<KnownWork, 'root' | 'path'>>,
): { works: FoundWork[]; duplicates: NewProblem[] } {
  const chosen = new Map<number, FoundWork>()
  for (const work of found) {
    const before = known.get(work.code.id)
    const isKnownPlace = before?.root === work.root && before.path === work.path
    if (isKnownPlace || !chosen.has(work.code.id)) chosen.set(work.code.id, work)
  }
  const duplicates = found.flatMap((work): NewProblem[] => {
    const used = chosen.get(work.code.id)
    if (!used || used === work) return []
    const name = isCodelessId(work.code.id) ? 'This work' : work.code.code
    const message = `${name} is also ${joinName(used.root, used.path)}, which is the one that is used`
    return [{ kind: 'duplicateCode', root: work.root, path: work.path, workId: work.code.id, message }]
  })
  return { works: [...chosen.values()], duplicates }
}

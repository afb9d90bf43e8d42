import type { Api } from '#lib/api/api.ts'

import { MissingWorks } from './MissingWorks.tsx'
import { Problems } from './Problems.tsx'
import { ScanControl } from './ScanControl.tsx'

/**
 * The scan, missing works, and problems.
 *
 * @param page  of the missing works
 */
export function LibraryPart({ api, page }: { api: Api; page: number }) {
  return (
    <>
      <ScanControl api={api} />
      <MissingWorks api={api} page={page} />
      <Problems api={api} />
    </>
  )
}

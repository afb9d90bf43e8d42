import type { Api } from '#lib/api/api.ts'

import { MetadataControl } from './metadata/MetadataControl.tsx'
import { MissingWorks } from './MissingWorks.tsx'
import { Problems } from './Problems.tsx'
import { ScanControl } from './ScanControl.tsx'

/**
 * The scan, metadata from providers, missing works, and problems.
 *
 * @param page  of the missing works
 */
export function LibraryPart({ api, page }: { api: Api; page: number }) {
  return (
    <>
      <ScanControl api={api} />
      <MetadataControl api={api} />
      <MissingWorks api={api} page={page} />
      <Problems api={api} />
    </>
  )
}

import type { Api } from '#lib/api.ts'

import { Problems } from './Problems.tsx'
import { ScanControl } from './ScanControl.tsx'

/** The scan of the library, and what it could not read. */
export function LibraryPart({ api }: { api: Api }) {
  return (
    <>
      <ScanControl api={api} />
      <Problems api={api} />
    </>
  )
}

import type { Api } from '#lib/api/api.ts'

import { KikoeruSection } from '../kikoeru/KikoeruSection.tsx'
import { ImportExport } from './exchange/ImportExport.tsx'
import { Folders } from './folders/Folders.tsx'
import { MetadataControl } from './metadata/MetadataControl.tsx'
import { LibraryFolders } from './roots/LibraryFolders.tsx'
import { MissingWorks } from './MissingWorks.tsx'
import { Problems } from './Problems.tsx'
import { ScanControl } from './ScanControl.tsx'

/**
 * The scan, library folders, metadata from providers and in files, moving in, folders without a code, missing works, and problems.
 *
 * @param page  of the missing works
 */
export function LibraryPart({ api, page }: { api: Api; page: number }) {
  return (
    <>
      <ScanControl api={api} />
      <LibraryFolders api={api} />
      <MetadataControl api={api} />
      <ImportExport />
      <KikoeruSection api={api} />
      <Folders api={api} />
      <MissingWorks api={api} page={page} />
      <Problems api={api} />
    </>
  )
}

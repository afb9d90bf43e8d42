import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders of the data folder: covers that cannot be downloaded again, and pictures from providers. */
export const UPLOADED_COVERS = 'uploaded-covers'
export const PROVIDER_COVERS = 'provider-covers'
export const PROVIDER_SAMPLES = 'provider-samples'

const KEPT = /^(?:admin-token|session-secret|had-accounts)$/
const UPLOADED_COVER = /^upload-\d+-[0-9a-f]{16}$/

/** Whether a path below the data folder is a file that cannot be made again. */
export function isKeptFile(path: string): boolean {
  const [folder, name, ...rest] = path.split('/')
  if (name === undefined) return KEPT.test(path)
  return folder === UPLOADED_COVERS && UPLOADED_COVER.test(name) && rest.length === 0
}

/** Lists those files, relative to the data folder and separated by `/`. */
export async function listKeptFiles(dataDir: string): Promise<string[]> {
  const own = await namesIn(dataDir)
  const uploads = await namesIn(join(dataDir, UPLOADED_COVERS))
  return [...own, ...uploads.map((name) => `${UPLOADED_COVERS}/${name}`)].filter((path) => isKeptFile(path)).toSorted()
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

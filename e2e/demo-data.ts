import { execFile } from 'node:child_process'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const cached = join(root, 'node_modules/.cache/e2e/demo-library')

/**
 * A new data folder for a server, with the demo library already in it. The library is made once (its generator knows by
 * itself whether what it made before is still right) and copied, for making it takes seconds and a copy does not.
 *
 * @returns the folder, in the system's temporary folder; the caller removes it
 */
export async function createDemoData(): Promise<string> {
  await promisify(execFile)(process.execPath, ['apps/demo-library/src/main.ts', cached, '--ffmpeg', 'ffmpeg'], {
    cwd: root,
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'otodana-e2e-'))
  await cp(cached, join(dataDir, 'demo-library'), { recursive: true, preserveTimestamps: true })
  return dataDir
}

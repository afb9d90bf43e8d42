import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, onTestFinished, test } from 'vitest'

import { bundleFolder, ensureBundled, movePlaces } from './bundle.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('DEP-10 threads are beside the bundle, and other files stay where they are', () => {
  const id = '/app/apps/server/src/http/pages/pages.ts'
  const moved = (place: string) => movePlaces(`new URL('${place}', import.meta.url)`, id, '/app/apps/server/dist/1')
  expect(moved('../../../../web/')).toBe(`new URL('../../../web/', import.meta.url)`)
  expect(moved('./a.json')).toBe(`new URL('../../src/http/pages/a.json', import.meta.url)`)
  expect(moved('../scan.worker.ts')).toBe(`new URL('./scan.worker.js', import.meta.url)`)
  expect(moved('.')).toBe(`new URL('.', import.meta.url)`)
})

/** A folder of programs, as paths below the root, where bundles are made. */
function aProject() {
  const folder = mkdtempSync(join(tmpdir(), 'otodana-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = relative(root, folder)
  const write = (code: string) => writeFileSync(join(folder, 'program.ts'), code)
  return {
    folder,
    write,
    bundle: { into: `${path}/made`, entries: [`${path}/program.ts`], sources: [`${path}/program.ts`] },
  }
}

test('DEP-10 a stack trace names the source, and a changed source makes another bundle', async () => {
  const { folder, write, bundle } = aProject()
  write(`type Unused = string\n\nexport function fail(): never {\n  throw new Error('on line 4')\n}\nfail()\n`)
  const made = await ensureBundled(bundle)
  const { stderr } = spawnSync(process.execPath, [join(made, 'program.js')], { encoding: 'utf8' })
  expect(stderr).toContain(`Error: on line 4\n    at fail (${join(folder, 'program.ts')}:4:`)
  expect(await ensureBundled(bundle)).toBe(made)
  write(`console.log('changed')\n`)
  expect(bundleFolder(bundle)).not.toBe(made)
  expect(existsSync(made)).toBe(true)
})

test('DEP-16 the code is ASCII, and means and names the same', async () => {
  const { folder, write, bundle } = aProject()
  write(`/*! Größe */
export const 雨 = { '散歩': /^[あ-ん🔞]+$/u }
if (雨['散歩'].test('あ🔞')) throw new Error(\`雨 \${'ü'}\`)
`)
  const made = await ensureBundled(bundle)
  expect(readFileSync(join(made, 'program.js'), 'utf8')).toMatch(/^[\0-\x7f]+$/)
  const { stderr } = spawnSync(process.execPath, [join(made, 'program.js')], { encoding: 'utf8' })
  expect(stderr).toContain(`Error: 雨 ü\n    at ${join(folder, 'program.ts')}:3:`)
  const column = Number(/program\.ts:3:(\d+)/.exec(stderr)?.[1])
  expect(column).toBe("if (雨['散歩'].test('あ🔞')) throw ".length + 1)
})

test('DEP-10 a source that looks for its own file in another way is no bundle, and leaves nothing', async () => {
  const { folder, write, bundle } = aProject()
  write(`console.log(import.meta.dirname)\n`)
  await expect(ensureBundled(bundle)).rejects.toThrow(`only new URL('…', import.meta.url) can be bundled`)
  expect(readdirSync(join(folder, 'made'))).toEqual([])
})

test('DEP-11 of former bundles the latest three stay, and those that a process runs', async () => {
  const { folder, write, bundle } = aProject()
  write('')
  const running = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'])
  onTestFinished(() => void running.kill('SIGKILL'))
  const ended = spawn(process.execPath, ['-e', ''])
  await once(ended, 'close')
  const users = [running.pid, ended.pid, undefined, undefined, undefined, undefined]
  const names = users.map((pid, index) => {
    const name = String(index).repeat(16)
    mkdirSync(join(folder, 'made', name), { recursive: true })
    const file = join(folder, 'made', name, 'stack-traces.js')
    writeFileSync(file, '')
    utimesSync(file, index + 1, index + 1)
    if (pid !== undefined) writeFileSync(join(folder, 'made', name, `.used-by-${pid}`), '')
    return name
  })
  mkdirSync(join(folder, 'made', `.building-${ended.pid}`))
  const made = await ensureBundled(bundle)
  expect(readdirSync(join(folder, 'made')).toSorted()).toEqual(
    [names[0], ...names.slice(3), relative(join(folder, 'made'), made)].toSorted(),
  )
})

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { freePort } from '../../scripts/lib/free-port.ts'
import type { GeneratedCatalogue } from './generated-works.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

const VERSION = '0.6.2'
const NODE_GYP = '13.1.0'
const WORK_COLUMNS =
  'id, root_folder, dir, title, circle_id, nsfw, release, dl_count, price, review_count, rate_count, rate_average_2dp, rate_count_detail'
const DAY_MS = 86_400_000

/**
 * Starts the published kikoeru-express with a catalogue in its own SQLite tables, created by its own program. The first
 * call installs it from npm into the system's temporary folder, and builds its database driver from source.
 *
 * @throws {Error} it cannot be installed: without the registry, or without a C++ compiler and Python
 */
export async function startKikoeruExpress(catalogue: GeneratedCatalogue): Promise<ServerProcess> {
  const home = join(install(), 'node_modules/kikoeru-express')
  for (const folder of ['config', 'sqlite']) rmSync(join(home, folder), { recursive: true, force: true })
  // The first start creates the tables, but answers before they exist.
  const first = await start(home)
  await first.stop()
  fill(join(home, 'sqlite/db.sqlite3'), catalogue)
  return start(home)
}

async function start(cwd: string): Promise<ServerProcess> {
  const port = await freePort()
  return startProcess({
    name: 'kikoeru-express',
    command: process.execPath,
    args: ['app.js'],
    cwd,
    env: { PORT: String(port) },
    port,
    ready: '/api/circles',
  })
}

function install(): string {
  const dir = join(tmpdir(), `otodana-bench-kikoeru-express-${VERSION}`)
  const complete = join(dir, 'complete')
  if (existsSync(complete)) return dir
  console.log(
    `Installing kikoeru-express ${VERSION} from npm into ${dir} for comparison; this takes about two minutes.`,
  )
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'package.json'), '{"private":true}')
  const packages = [`kikoeru-express@${VERSION}`, `node-gyp@${NODE_GYP}`]
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], dir)
  // Of the packages' install scripts only this one is needed; its prebuilt binary is not downloadable everywhere.
  const headers = resolve(process.execPath, '../..')
  const nodedir = existsSync(join(headers, 'include/node/node.h')) ? [`--nodedir=${headers}`] : []
  const gyp = join(dir, 'node_modules/node-gyp/bin/node-gyp.js')
  run(process.execPath, [gyp, 'rebuild', ...nodedir], join(dir, 'node_modules/sqlite3'))
  writeFileSync(complete, '')
  return dir
}

function run(command: string, args: string[], cwd: string): void {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${`${stdout}\n${stderr}`.slice(-2_000)}`)
}

/** Stores the catalogue in the columns that kikoeru-express's scanner fills. */
function fill(path: string, { works, circles, tags, voiceActors }: GeneratedCatalogue): void {
  const database = new DatabaseSync(path)
  try {
    database.exec('begin')
    const insert = (table: string, columns: string) => {
      const marks = columns.split(', ').map(() => '?')
      return database.prepare(`insert into ${table} (${columns}) values (${marks.join(', ')})`)
    }
    const circle = insert('t_circle', 'id, name')
    for (const { id, name } of circles) circle.run(id, name)
    const tag = insert('t_tag', 'id, name')
    for (const { id, ja } of tags) tag.run(id, ja)
    const actor = insert('t_va', 'id, name')
    for (const { id, name } of voiceActors) actor.run(id, name)
    const work = insert('t_work', WORK_COLUMNS)
    const tagLink = insert('r_tag_work', 'tag_id, work_id')
    const actorLink = insert('r_va_work', 'va_id, work_id')
    const detail = JSON.stringify([1, 2, 3, 4, 5].map((review_point) => ({ review_point, count: 0, ratio: 0 })))
    for (const one of works) {
      const release = new Date((one.releaseDay ?? one.createDay) * DAY_MS).toISOString().slice(0, 10)
      const { id, code, title, circleId, salesCount, price, reviewCount, rateAverage } = one
      const isAdult = one.age === 'adult' ? 1 : 0
      const rateCount = Math.round(salesCount * 0.1)
      work.run(
        id,
        'library',
        code,
        title,
        circleId,
        isAdult,
        release,
        salesCount,
        price,
        reviewCount,
        rateCount,
        rateAverage,
        detail,
      )
      for (const tagId of [...one.tagIds, ...one.weakTagIds]) tagLink.run(tagId, id)
      for (const actorId of one.voiceActorIds) actorLink.run(actorId, id)
    }
    database.exec('commit')
  } finally {
    database.close()
  }
}

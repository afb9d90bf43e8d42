import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { MAX_EXPORT_BYTES, MAX_IMPORT_BYTES, MAX_KIKOERU_BYTES } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { findNginx } from '../../../scripts/ensure-test-tools.ts'
import { nodeFlags, smallMemory } from '../../../scripts/lib/become-program.ts'
import { main } from './programs.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const deployed = readdirSync(join(root, 'deploy')).map((name) => `deploy/${name}`)

/** A version in a tag: `node:26.10.0-trixie-slim`. */
const PINNED = /^[\w./-]+:\d+\.\d+[\w.-]*$/

/** Secrets of an installation in its source folder, which no image and no commit may hold. */
const SECRETS = ['**/.env', '**/*.backup']

let folder: string
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'otodana-deploy-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('DEP-05 every setting that a file for deployment names exists', () => {
  const sources = [
    'config.ts',
    ...['about', 'backup', 'mail', 'metadata'].map((name) => `settings/${name}-settings.ts`),
  ]
  const settings = new Set(
    sources.flatMap((path) =>
      [...read(`apps/server/src/${path}`).matchAll(/^ {2}([A-Z][A-Z\d_]+): /gm)].map(([, name]) => name),
    ),
  )
  expect(settings.size).toBeGreaterThan(40)
  // Of other programs in the same files.
  const others = /^(?:NODE_ENV|MALLOC_[A-Z_]+|PATH|HEALTHCHECK|LIBRARY|POSTGRES_(?:USER|DB|PASSWORD))$/
  const named = deployed.flatMap((path) =>
    [...read(path).matchAll(/(?:^|[\s#]|ENV |Environment=)([A-Z][A-Z\d]*_?[A-Z\d_]*)(?:=|: )(?=\S)/g)].map(
      ([, name]) => name ?? '',
    ),
  )
  expect(named).toEqual(
    expect.arrayContaining(['BASE_PATH', 'DATA_DIR', 'LIBRARY_DIRS', 'REDIS_URL', 'X_ACCEL_REDIRECT']),
  )
  expect(named.filter((name) => !settings.has(name) && !others.test(name))).toEqual([])
})

describe('the image', () => {
  const instructions = read('deploy/Dockerfile')
    .replace(/^\s*#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const of = (name: string) => instructions.filter((line) => line.startsWith(`${name} `))

  test('DEP-04 its bases have versions, it runs as no root, and it is small', () => {
    for (const from of of('FROM')) expect(from.split(' ')[1]).toMatch(PINNED)
    expect(of('USER')).toEqual(['USER 1000:1000'])
    expect(instructions.indexOf('USER 1000:1000')).toBeGreaterThan(instructions.indexOf(of('FROM').at(-1)!))
    expect(of('ADD')).toEqual([])
    for (const path of of('WORKDIR')) expect(path).toMatch(/^WORKDIR \//)
    const installs = of('RUN').filter((line) => line.includes('apt-get install'))
    expect(installs).toHaveLength(1)
    for (const needed of ['apt-get update', 'install -y --no-install-recommends', 'rm -rf /var/lib/apt/lists/*'])
      expect(installs[0]).toContain(needed)
  })

  test('DEP-04 it has ffmpeg, a check of its health, and commands without a shell', () => {
    expect(of('RUN').join()).toMatch(/\bffmpeg\b/)
    expect(of('HEALTHCHECK').join()).toContain('deploy/healthcheck.mjs')
    const flags = nodeFlags.map((flag) => `"${flag}", `).join('')
    for (const command of [...of('CMD'), ...of('HEALTHCHECK')])
      expect(command.replace(flags, '')).toMatch(/CMD \["node", "[\w./-]+"\]$/)
  })

  test('DEP-10 it and the systemd unit keep the server as small as npm start does', () => {
    const settings = Object.entries(smallMemory).map(([name, value]) => `${name}=${value}`)
    for (const setting of settings) {
      expect(of('ENV').join()).toContain(setting)
      expect(read('deploy/otodana.service')).toMatch(new RegExp(`^Environment=.*\\b${setting}\\b`, 'm'))
    }
    const command = ['node', ...nodeFlags, 'apps/server/dist/current/main.js']
    expect(of('CMD')).toEqual([`CMD [${command.map((part) => `"${part}"`).join(', ')}]`])
    expect(read('deploy/otodana.service')).toContain(`ExecStart=/usr/bin/${command.join(' ')}\n`)
  })

  test('DEP-16 the code of the server is one byte a character in memory', () => {
    // Text of `String.raw` stays as it is, which is for the smaller parts.
    expect(/[^\0-\x7f]/.exec(readFileSync(main, 'utf8'))).toBeNull()
  })

  test('DEP-04 what is built or private is not sent to the builder, and what the steps need is', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const path of ['.git', '**/node_modules', '**/dist', 'data', ...SECRETS]) expect(ignored).toContain(path)
    expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(SECRETS))
    for (const path of ['apps', 'packages', 'scripts', 'deploy', 'package-lock.json'])
      expect(ignored).not.toContain(path)
  })
})

type Service = {
  image: string
  build?: { dockerfile: string }
  environment?: Record<string, string>
  user?: string
  read_only?: boolean
  volumes?: string[]
}
const servicesOf = (path: string) =>
  (parse(read(path), { merge: true }) as { services: Record<string, Service> }).services

test.each(['deploy/compose.yaml', 'deploy/compose.scale.yaml'])(
  'DEP-05 %s can be read, with versions and a library that is read only',
  (path) => {
    for (const [name, { image, build, ...service }] of Object.entries(servicesOf(path))) {
      if (build === undefined) expect(image, name).toMatch(PINNED)
      else
        expect([build.dockerfile, service.read_only, service.user]).toEqual([
          'deploy/Dockerfile',
          true,
          '${OTODANA_USER:-1000:1000}',
        ])
      for (const volume of service.volumes ?? [])
        if (volume.includes('/library')) expect(volume).toMatch(/:\/library:ro$/)
    }
  },
)

test('DEP-05 MED-11 servers that share a database share uploaded covers, streams and backups, in folders that any user may write', () => {
  const servers = Object.values(servicesOf('deploy/compose.scale.yaml')).filter(({ build }) => build !== undefined)
  expect(servers).toHaveLength(2)
  const made = /mkdir -m 1777 (.+)/.exec(read('deploy/Dockerfile'))?.[1]?.split(' ')
  for (const { environment, volumes } of servers) {
    const own = volumes?.filter((volume) => !volume.includes('/library'))
    expect(own).toEqual([
      expect.stringMatching(/^data-\d:\/data$/),
      'uploaded-covers:/data/uploaded-covers',
      'streams:/data/streams',
      `backups:${environment?.BACKUP_DIR}`,
    ])
    expect(made).toEqual(own?.map((volume) => volume.split(':')[1]))
  }
})

test('DEP-06 continuous integration runs the check, and builds the image for both processors', () => {
  const { jobs } = parse(read('.github/workflows/check.yml')) as {
    jobs: {
      check: { steps: { run?: string }[] }
      image: { strategy: { matrix: { include: { platform: string }[] } }; steps: { run?: string; uses?: string }[] }
    }
  }
  expect(jobs.check.steps.map(({ run }) => run)).toContain('.ci/run')
  expect(jobs.image.strategy.matrix.include.map(({ platform }) => platform)).toEqual(['linux/amd64', 'linux/arm64'])
  expect(jobs.image.steps.some(({ run }) => run?.includes('-f deploy/Dockerfile'))).toBe(true)
})

test('DEP-07 the unit is one that systemd accepts, and keeps the server from the rest of the system', () => {
  const unit = read('deploy/otodana.service').replace('/usr/bin/node', process.execPath)
  for (const setting of [
    'DynamicUser=yes',
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'PrivateDevices=yes',
  ])
    expect(unit.split('\n')).toContain(setting)
  const file = join(folder, 'otodana.service')
  writeFileSync(file, unit)
  // Its own example of a drop-in.
  const dropIn = [...unit.matchAll(/^# {3}(\[Service\]|[A-Z]\w+=.*)$/gm)].map(([, line]) => line)
  expect(dropIn).toEqual(expect.arrayContaining(['[Service]', 'ReadWritePaths=/mnt/backups']))
  mkdirSync(`${file}.d`)
  writeFileSync(`${file}.d/override.conf`, dropIn.join('\n'))
  const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  // Systems without systemd.
  if (error && 'code' in error && error.code === 'ENOENT') return
  expect([status, stderr]).toEqual([0, ''])
})

test('DEP-08 nginx passes on the largest upload, and Traefik takes no site away for one missing folder', () => {
  const largest = Math.max(MAX_EXPORT_BYTES, MAX_IMPORT_BYTES, MAX_KIKOERU_BYTES)
  for (const path of deployed.filter((name) => name.includes('nginx'))) {
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(read(path)) ?? []
    expect(Number(megabytes) * 1024 * 1024, path).toBeGreaterThanOrEqual(largest)
  }
  const { http } = parse(read('deploy/traefik.yaml.example')) as {
    http: { services: { otodana: { loadBalancer: { healthCheck: { path: string } } } } }
  }
  expect(http.services.otodana.loadBalancer.healthCheck.path).toBe('/api/livez')
})

test('DEP-08 nginx accepts its examples', () => {
  const upstream = 'upstream otodana { server 127.0.0.1:8080; }\n'
  const atHttp = (path: string) =>
    read(path)
      .replace(/listen [^;]+;/, `listen unix:${folder}/nginx.sock;`)
      // Certificates are the owner's, and the program may be older than `http2 on`.
      .replace(/^ *(?:ssl_|http2 ).*$/gm, '')
      .replace(/server otodana-\d:/g, 'server 127.0.0.1:')
  const configs = {
    'nginx.conf.example': atHttp('deploy/nginx.conf.example'),
    'nginx.scale.conf': atHttp('deploy/nginx.scale.conf'),
    'nginx-base-path.conf.example': `${upstream}server { listen unix:${folder}/nginx.sock;\n${read('deploy/nginx-base-path.conf.example')}\n}`,
  }
  expect(deployed.filter((path) => path.includes('nginx')).toSorted()).toEqual(
    Object.keys(configs)
      .map((name) => `deploy/${name}`)
      .toSorted(),
  )
  mkdirSync(join(folder, 'tmp'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/tmp/${name};`,
  )
  for (const [name, config] of Object.entries(configs)) {
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `pid ${folder}/nginx.pid; error_log stderr warn; events {}\nhttp { access_log off; ${temporary.join(' ')}\n${config}\n}`,
    )
    const { status, stderr } = spawnSync(findNginx() ?? 'nginx', ['-t', '-p', folder, '-c', file], { encoding: 'utf8' })
    expect([status, stderr], name).toEqual([0, expect.stringContaining('test is successful')])
  }
})

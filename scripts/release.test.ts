import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { addSection, changelogSection, nextVersion, release } from './release.ts'

const date = '2026-11-23'

test('the next version is named, or made by raising a part', () => {
  expect(nextVersion('0.9.3', 'patch')).toBe('0.9.4')
  expect(nextVersion('0.9.3', 'minor')).toBe('0.10.0')
  expect(nextVersion('0.9.3', 'major')).toBe('1.0.0')
  expect(nextVersion('0.9.3', '0.10.0')).toBe('0.10.0')
})

test.each(['0.9.3', '0.9.2', '0.8.9', '0.0.99'])('%s is refused after 0.9.3', (asked) => {
  expect(() => nextVersion('0.9.3', asked)).toThrow(`${asked} is not above the current version, 0.9.3`)
})

test.each(['1', '1.0', 'v1.0.0', '1.0.0-beta', '01.0.0', 'next', ''])('"%s" is no version', (asked) => {
  expect(() => nextVersion('0.9.3', asked)).toThrow(`"${asked}" is no version`)
})

test('a section has the notes by kind, in the order of their files', () => {
  const files = new Map([
    ['changes/a.md', 'fixed: A stall is noticed.\nadded: a sleep timer.\n'],
    ['changes/b.md', 'added: Lyrics.\n\n'],
  ])
  expect(changelogSection('0.2.0', date, files)).toBe(
    '## 0.2.0 (2026-11-23)\n\n### Added\n\n- A sleep timer.\n- Lyrics.\n\n### Fixed\n\n- A stall is noticed.\n',
  )
})

test('every line that is no note is named', () => {
  const files = new Map([
    ['changes/a.md', 'added: Lyrics,\nabove the player.\n'],
    ['changes/b.md', 'Fixed: capitals'],
    ['changes/c.md', 'changed:'],
  ])
  expect(() => changelogSection('0.2.0', date, files)).toThrow(
    /Not so:\nchanges\/a.md:2\nchanges\/b.md:1\nchanges\/c.md:1$/,
  )
})

test('the newest section is on top', () => {
  const first = addSection('# Changelog\n\nWhat has changed.\n', '## 0.1.0\n\n- One.\n')
  expect(first).toBe('# Changelog\n\nWhat has changed.\n\n## 0.1.0\n\n- One.\n')
  expect(addSection(first, '## 0.2.0\n\n- Two.\n')).toBe(
    '# Changelog\n\nWhat has changed.\n\n## 0.2.0\n\n- Two.\n\n## 0.1.0\n\n- One.\n',
  )
})

describe('in a workspace', () => {
  let root: string
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const versionIn = (file: string) => (JSON.parse(read(file)) as { version: string }).version

  function write(file: string, content: string | object): void {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content))
  }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'otodana-release-'))
    write('package.json', { name: 'otodana', version: '0.1.0', workspaces: ['apps/*'] })
    write('apps/server/package.json', { name: 'server', version: '0.1.0', dependencies: { yaml: '2.0.0' } })
    write('package-lock.json', {
      version: '0.1.0',
      packages: {
        '': { version: '0.1.0' },
        'apps/server': { version: '0.1.0' },
        'node_modules/yaml': { version: '0.1.0' },
      },
    })
    write('changes/README.md', 'How to write a note.\n')
    write('changes/lyrics.md', 'added: Lyrics.\n')
    git('init', '--quiet')
    git('config', 'user.name', 'Test')
    git('config', 'user.email', 'test@example.com')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'begin')
  })

  afterEach(() => {
    rmSync(root, { recursive: true })
  })

  test('a release folds the notes, and sets the versions of workspaces and no others', () => {
    expect(release({ root, asked: 'minor', date }).version).toBe('0.2.0')
    expect(read('CHANGELOG.md')).toBe('# Changelog\n\n## 0.2.0 (2026-11-23)\n\n### Added\n\n- Lyrics.\n')
    expect(existsSync(join(root, 'changes/lyrics.md'))).toBe(false)
    expect(existsSync(join(root, 'changes/README.md'))).toBe(true)
    expect(versionIn('package.json')).toBe('0.2.0')
    expect(JSON.parse(read('apps/server/package.json'))).toEqual({
      name: 'server',
      version: '0.2.0',
      dependencies: { yaml: '2.0.0' },
    })
    expect(JSON.parse(read('package-lock.json'))).toEqual({
      version: '0.2.0',
      packages: {
        '': { version: '0.2.0' },
        'apps/server': { version: '0.2.0' },
        'node_modules/yaml': { version: '0.1.0' },
      },
    })
    expect(git('tag')).toBe('')
    expect(git('log', '--format=%s')).toBe('begin\n')
  })

  test('it is committed and tagged when asked', () => {
    release({ root, asked: '0.2.0', date, commits: true })
    expect(git('status', '--porcelain')).toBe('')
    expect(git('log', '--format=%s')).toBe('release 0.2.0\nbegin\n')
    expect(git('tag')).toBe('v0.2.0\n')
  })

  test('a dry run gives the section and changes nothing', () => {
    expect(release({ root, asked: 'patch', date, isDryRun: true, commits: true }).section).toContain('- Lyrics.')
    expect(git('status', '--porcelain')).toBe('')
    expect(git('tag')).toBe('')
  })

  test.each([
    ['a dirty tree', () => write('apps/server/new.ts', ''), 'The tree has changes'],
    ['an existing tag', () => git('tag', 'v0.2.0'), 'The tag v0.2.0 exists'],
  ])('%s is refused', (_, prepare, message) => {
    prepare()
    const before = git('status', '--porcelain')
    expect(() => release({ root, asked: '0.2.0', date, commits: true })).toThrow(message)
    expect(git('status', '--porcelain')).toBe(before)
  })

  test('without notes nothing is released', () => {
    rmSync(join(root, 'changes/lyrics.md'))
    expect(() => release({ root, asked: '0.2.0', date })).toThrow('changes/ holds no notes')
  })
})

test('all packages of this workspace have one version', () => {
  const workspace = fileURLToPath(new URL('..', import.meta.url))
  const { version, workspaces } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')) as {
    version: string
    workspaces: string[]
  }
  const { packages } = JSON.parse(readFileSync(join(workspace, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  const own = Object.keys(packages).filter((folder) => !folder.includes('node_modules'))
  expect(own.length).toBeGreaterThan(workspaces.length)
  for (const folder of own) {
    const manifest = JSON.parse(readFileSync(join(workspace, folder, 'package.json'), 'utf8')) as { version: string }
    expect([folder, manifest.version, packages[folder]?.version]).toEqual([folder, version, version])
  }
})

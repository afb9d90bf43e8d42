import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { changedFiles } from './changed-files.ts'

test('what differs from where the branch began is listed, and what main got since is not', () => {
  const root = mkdtempSync(join(tmpdir(), 'otodana-changed-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: root })
  const write = (name: string, text: string) => writeFileSync(join(root, name), text)
  const commit = (message: string) => {
    git('add', '--all')
    git('commit', '--quiet', '--message', message)
  }

  git('init', '--quiet', '--initial-branch', 'main')
  for (const name of ['same.ts', 'committed.ts', 'unstaged.ts', 'deleted.ts']) write(name, 'before')
  write('.gitignore', 'ignored.ts')
  commit('begin')
  git('switch', '--quiet', '--create', 'topic')
  write('committed.ts', 'after')
  commit('topic')
  git('switch', '--quiet', 'main')
  write('on-main.ts', 'after')
  commit('main')
  git('switch', '--quiet', 'topic')
  write('unstaged.ts', 'after')
  write('新しい.ts', 'new')
  write('ignored.ts', 'new')
  rmSync(join(root, 'deleted.ts'))

  expect(changedFiles(root, 'main').toSorted()).toEqual(['committed.ts', 'deleted.ts', 'unstaged.ts', '新しい.ts'])
  expect(() => changedFiles(root, 'no-such-branch')).toThrow()
})

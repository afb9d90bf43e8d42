import { execFileSync } from 'node:child_process'

/**
 * Returns the files that differ from where this branch left `ref`: committed or not, new and deleted ones too.
 *
 * @throws {Error} git does not know `ref`
 */
export function changedFiles(root: string, ref: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  const list = (...args: string[]) =>
    git(...args)
      .split('\0')
      .filter(Boolean)
  const base = git('merge-base', ref, 'HEAD').trim()
  return [
    ...list('diff', '--name-only', '--no-renames', '-z', base),
    ...list('ls-files', '--others', '--exclude-standard', '-z'),
  ]
}

/**
 * `npm run release -- 0.2.0` (or `patch`, `minor`, `major`): folds the notes of changes/ into CHANGELOG.md, removes them, and
 * sets the version of every workspace. The server reads its version from its package.json.
 *
 *   --dry-run  prints the section and changes nothing
 *   --commit   commits the release and tags it
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const sections = { added: 'Added', changed: 'Changed', fixed: 'Fixed' }

/** A reason why nothing was released, for the terminal. */
export class ReleaseError extends Error {}

/**
 * The version that `asked` names, after `current`.
 *
 * @param asked  `1.2.3`, or the part to raise: `patch`, `minor` or `major`
 * @throws {ReleaseError} when `asked` is neither, or not above `current`
 */
export function nextVersion(current: string, asked: string): string {
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number)
  if (asked === 'major') return `${major + 1}.0.0`
  if (asked === 'minor') return `${major}.${minor + 1}.0`
  if (asked === 'patch') return `${major}.${minor}.${patch + 1}`
  const parts = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(asked)?.slice(1).map(Number)
  if (!parts) throw new ReleaseError(`"${asked}" is no version: write 1.2.3, or patch, minor or major`)
  const [difference = 0] = [major, minor, patch].map((part, i) => parts[i]! - part).filter((part) => part !== 0)
  if (difference <= 0) throw new ReleaseError(`${asked} is not above the current version, ${current}`)
  return asked
}

/**
 * The section of a version: the notes by kind, in the order of their files.
 *
 * @param files  notes by file name; each line is one note and begins with its kind
 * @param date  such as `2026-11-23`
 * @throws {ReleaseError} naming every line that is no note
 */
export function changelogSection(version: string, date: string, files: ReadonlyMap<string, string>): string {
  const lines = [...files].flatMap(([name, text]) =>
    text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [{ line: line.trim(), at: `${name}:${i + 1}` }])),
  )
  const isNote = /^(?:added|changed|fixed): \S/
  const mistakes = lines.filter(({ line }) => !isNote.test(line)).map(({ at }) => at)
  if (mistakes.length > 0) {
    throw new ReleaseError(
      `A note is one line that begins with added:, changed: or fixed:. Not so:\n${mistakes.join('\n')}`,
    )
  }
  if (lines.length === 0) throw new ReleaseError('changes/ holds no notes')
  const parts = Object.entries(sections).flatMap(([kind, heading]) => {
    const notes = lines
      .filter(({ line }) => line.startsWith(`${kind}: `))
      .map(({ line }) => line.slice(kind.length + 2).trim())
    const bullets = notes.map((note) => `- ${note.charAt(0).toUpperCase()}${note.slice(1)}\n`)
    return notes.length > 0 ? [`### ${heading}\n\n${bullets.join('')}`] : []
  })
  return `## ${version} (${date})\n\n${parts.join('\n')}`
}

/** The changelog with the section above those of earlier versions. */
export function addSection(changelog: string, section: string): string {
  const at = changelog.search(/^## /m)
  if (at < 0) return `${changelog.trimEnd()}\n\n${section}`
  return `${changelog.slice(0, at)}${section}\n${changelog.slice(at)}`
}

type Manifest = { version?: string; packages?: Record<string, { version?: string }> }

/** Sets the version of a package.json, or those of the lockfile and of the workspaces in it. */
function setVersion(file: string, version: string, workspaces: string[]): void {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const entries = ['', ...workspaces].flatMap((name) => manifest.packages?.[name] ?? [])
  for (const entry of [manifest, ...entries]) entry.version = version
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}

type ReleaseOptions = {
  root: string
  /** A version, or `patch`, `minor` or `major`. */
  asked: string
  date: string
  isDryRun?: boolean
  commits?: boolean
}

/**
 * Releases the workspace in `root`.
 *
 * @returns the version and its section of the changelog
 * @throws {ReleaseError} before anything is changed
 */
export function release({ root, asked, date, isDryRun = false, commits = false }: ReleaseOptions) {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const { version: current = '0.0.0', workspaces: globs = [] } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as { version?: string; workspaces?: string[] }

  const version = nextVersion(current, asked)
  const notes = globSync('changes/*.md', { cwd: root })
    .filter((file) => basename(file) !== 'README.md')
    .toSorted()
  const section = changelogSection(
    version,
    date,
    new Map(notes.map((file) => [file, readFileSync(join(root, file), 'utf8')])),
  )
  if (isDryRun) return { version, section }

  if (git('status', '--porcelain') !== '') throw new ReleaseError('The tree has changes: commit or remove them first')
  const tag = `v${version}`
  if (commits && git('tag', '--list', tag) !== '') throw new ReleaseError(`The tag ${tag} exists`)

  const changelog = join(root, 'CHANGELOG.md')
  writeFileSync(
    changelog,
    addSection(existsSync(changelog) ? readFileSync(changelog, 'utf8') : '# Changelog\n', section),
  )
  for (const file of notes) rmSync(join(root, file))
  const workspaces = globs
    .flatMap((glob) => globSync(glob, { cwd: root }))
    .map((folder) => folder.replaceAll('\\', '/'))
  const manifests = ['', ...workspaces].map((folder) => join(root, folder, 'package.json'))
  for (const file of [...manifests, join(root, 'package-lock.json')]) {
    if (existsSync(file)) setVersion(file, version, workspaces)
  }
  if (commits) {
    git('add', '--all')
    git('commit', '--quiet', '--message', `release ${version}`)
    git('tag', '--annotate', '--message', `Otodana ${version}`, tag)
  }
  return { version, section }
}

function main(): void {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean', default: false }, commit: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [asked] = positionals
  if (asked === undefined || positionals.length > 1) {
    throw new ReleaseError('Usage: npm run release -- <1.2.3 | patch | minor | major> [--dry-run] [--commit]')
  }
  const root = fileURLToPath(new URL('..', import.meta.url))
  const date = new Date().toISOString().slice(0, 10)
  const isDryRun = values['dry-run']
  const { version, section } = release({ root, asked, date, isDryRun, commits: values.commit })
  console.log(
    isDryRun ? section : `Released ${version}${values.commit ? ` as v${version}` : ': look at it, then commit'}`,
  )
}

if (import.meta.main) {
  try {
    main()
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Plugin } from 'vite'

type Package = { name: string; version: string; license?: string }

/** Folders of the libraries in workers: each worker is a separate bundle, built together with the page's. */
const foldersOfWorkers = new Set<string>()

/** Records the modules of workers for `licences`. */
export function licencesOfWorkers(): Plugin {
  return {
    name: 'otodana:licences-of-workers',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const folder of foldersIn(bundle)) foldersOfWorkers.add(folder)
    },
  }
}

/** Writes `licences.txt`: the libraries in browsers' scripts, with their licences. */
export function licences(): Plugin {
  return {
    name: 'otodana:licences',
    apply: 'build',
    generateBundle(_, bundle) {
      const folders = [...new Set([...foldersIn(bundle), ...foldersOfWorkers])]
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: licencesOf(folders) })
    },
  }
}

type Bundle = Record<string, { type: 'asset' } | { type: 'chunk'; moduleIds: string[] }>

function foldersIn(bundle: Bundle): string[] {
  const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  return modules.flatMap((id) => packageFolder(id) ?? [])
}

/** Returns the folder of a module's library; null for our own. */
export function packageFolder(moduleId: string): string | null {
  const path = moduleId.replaceAll('\\', '/').replace(/^\0/, '')
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)/.exec(path)?.[1] ?? null
}

function licencesOf(folders: readonly string[]): string {
  const parts = folders
    .map((folder) => ({ folder, about: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package }))
    .sort((a, b) => (a.about.name < b.about.name ? -1 : 1))
    .map(({ folder, about: { name, version, license = 'see below' } }) => {
      const title = `${name} ${version} (${license})`
      return `${title}\n${'-'.repeat(title.length)}\n\n${licenceText(folder)}`
    })
  return `Otodana is made with these libraries.\n\n${parts.join('\n\n')}\n`
}

function licenceText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').trim()
  return `Its text: https://www.npmjs.com/package/${folder.split('/node_modules/').at(-1)}`
}

import { join } from 'node:path'

import type { RecommenderModel } from '@otodana/recommender'

import { openSections, writeSections } from '#data-dir/sectioned-file.ts'

import type { ModelCounts, Tuned } from './model-source.ts'
import type { Mark } from './news.ts'

export const MODEL_FILE = 'recommender.kept'
/** Numbers of one section: serializing them blocks requests for a few milliseconds. */
const SECTION_NUMBERS = 500_000

/** A model and what it was made of. */
export type Kept = {
  model: RecommenderModel
  /** Taken before the model was built. */
  mark: Mark
  counts: ModelCounts
  tuned: Tuned | null
  tuneMs: number
}

type Numbers = Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
type Head = { code: string; scalars: Record<string, unknown>; kept: Omit<Kept, 'model'> }

export type ModelFile = {
  /** null: nothing is kept, or it is damaged, or other code has written it. */
  load(): Promise<Kept | null>
  /** @throws {Error} the file cannot be written; the former one stays */
  save(kept: Kept): Promise<void>
}

/**
 * Keeps the latest model beside the database, so that a start need not learn it again.
 *
 * @param code  what tells this code from another, which may understand a model in another way
 */
export function createModelFile(folder: string, code: string): ModelFile {
  const path = join(folder, MODEL_FILE)
  return {
    async load() {
      const file = await openSections<Head>(path)
      if (file === null) return null
      try {
        const { head } = file
        if (head.code !== code) return null
        const arrays: Record<string, unknown> = {}
        for (const name of arrayNames) {
          const sections: Numbers[] = []
          for (let at = 0; at < file.count(name); at += 1) sections.push((await file.read(name, at)) as Numbers)
          arrays[name] = joined(sections)
        }
        return { ...head.kept, model: { ...head.scalars, ...arrays } as RecommenderModel }
      } catch {
        // A damaged file is as good as none.
        return null
      } finally {
        await file.close()
      }
    },

    async save({ model, ...kept }) {
      const { builtAt, isRanked, personalWeight } = model
      const head: Head = { code, scalars: { builtAt, isRanked, personalWeight }, kept }
      await writeSections(path, sectionsOf(model), async () => head)
    },
  }
}

const arrayNames = [
  'workIds',
  'groups',
  'circles',
  'byPopularity',
  'base',
  'byBase',
  'favour',
  'neighbourStarts',
  'neighbours',
  'neighbourScores',
] as const satisfies (keyof RecommenderModel)[]

function* sectionsOf(model: RecommenderModel): Generator<readonly [string, Numbers]> {
  for (const name of arrayNames) {
    const array = model[name]
    // At least one, which says what kind of numbers there are.
    for (let from = 0; from === 0 || from < array.length; from += SECTION_NUMBERS) {
      yield [name, array.slice(from, from + SECTION_NUMBERS)]
    }
  }
}

function joined(sections: readonly Numbers[]): Numbers {
  const [first] = sections
  if (first === undefined) throw new Error('a part is missing')
  if (sections.length === 1) return first
  const count = sections.reduce((sum, { length }) => sum + length, 0)
  const whole = new (first.constructor as new (length: number) => Numbers)(count)
  let end = 0
  for (const section of sections) {
    whole.set(section, end)
    end += section.length
  }
  return whole
}

import { type Figure, figure } from './figure.ts'
import { evaluateMatching, totalOf } from './lib/evaluate-matching.ts'
import { generateSubtitledWorks } from './lib/generated-subtitled-works.ts'

const WORKS_OF_A_SHAPE = 500
const SEED = 14

/**
 * Evaluates the automatically selected subtitles of generated works: how many are right, and how many belong to another
 * track.
 */
export async function run(): Promise<Figure> {
  const works = generateSubtitledWorks(WORKS_OF_A_SHAPE, SEED)
  const before = process.cpuUsage()
  const scores = evaluateMatching(works)
  const { user } = process.cpuUsage(before)
  const total = totalOf(scores)
  console.table(
    Object.fromEntries(
      [...scores, total].map(({ shape, due, right, chosen, wrong, searched, played, playedWrong }) => [
        shape,
        { due, right, chosen, wrong, searched, played, 'played wrong': playedWrong },
      ]),
    ),
  )
  if (process.argv[3] === 'mistakes')
    for (const { shape, mistakes } of scores) console.log(shape, [...new Set(mistakes)].slice(0, 12))
  return Promise.resolve(
    figure(`subtitle-matching (${works.length.toLocaleString('en')} generated works)`, [
      { name: 'right', value: (100 * total.right) / total.due, unit: '%', goal: 99, better: 'more', digits: 2 },
      { name: 'wrong', value: (100 * total.wrong) / total.chosen, unit: '%', goal: 0.1, better: 'less', digits: 3 },
      {
        name: 'played wrong',
        value: (100 * total.playedWrong) / total.played,
        unit: '%',
        goal: 0.1,
        better: 'less',
        digits: 3,
      },
      { name: 'matched', value: works.length / (user / 1e6), unit: 'works/CPU-s', goal: 1_000, better: 'more' },
    ]),
  )
}

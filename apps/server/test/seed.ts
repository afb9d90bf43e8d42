export { seededRandom } from '../../../bench/lib/random.ts'

/** Decides the choices of tests that make some; the same in each run, unless `OTODANA_TEST_SEED` says another. */
export const testSeed = Number(process.env.OTODANA_TEST_SEED ?? 1)

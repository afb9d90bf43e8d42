import { programSettings } from '../../../scripts/lib/become-program.ts'

/** The environment of a program that a test starts: what it needs to run, as an installed one has it, and `settings`. */
export function programEnv(settings: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return programSettings({ PATH: process.env.PATH, ...settings })
}

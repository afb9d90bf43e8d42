/** The environment of a program that a test starts: what it needs to run, modules that are compiled already, and `settings`. */
export function programEnv(settings: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE, ...settings }
}

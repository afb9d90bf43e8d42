/** Returns the CPU time of this thread in milliseconds, which does not depend on the machine's load. */
export function cpuMs(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

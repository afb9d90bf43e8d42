/** Milliseconds that this thread computes, which does not count what else the machine is busy with. */
export function cpuMs(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

import { type Figure, figure, median } from './figure.ts'
import { startServer, untilScanned } from './server-process.ts'

const RUNS = 3

/** How long `npm start` takes to listen when nothing has changed since the last time. */
export async function run(): Promise<Figure> {
  const npmStart = ['npm', 'start'] as const
  const first = await startServer({ command: npmStart })
  const { dataDir } = first
  await untilScanned(first.url)
  first.child.kill('SIGTERM')
  const times: number[] = []
  try {
    for (let index = 0; index < RUNS; index += 1) {
      const server = await startServer({ command: npmStart, dataDir })
      times.push(server.readyMs / 1_000)
      await server.stop()
    }
  } finally {
    await first.stop()
  }
  return figure('start', [
    { name: 'second npm start listens after', value: median(times), unit: 's', goal: 3, better: 'less', digits: 2 },
  ])
}

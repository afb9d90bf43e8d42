/** A tab of a browser that Playwright does not drive: what the clients of both engines can do. */
export interface Tab {
  /** Loads an address. */
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs a function in the page. It must not be asynchronous, and knows nothing but its arguments. */
  run<Args extends unknown[], Result>(script: (...args: Args) => Result, ...args: Args): Promise<Result>
  /** Runs a script as if it were the page's own. */
  runSource(source: string): Promise<void>
  /** Clicks as a mouse does, at a point of the viewport. */
  clickAt(point: Point): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  screenshot(): Promise<Buffer>
  /** Returns the errors and warnings on the console and the uncaught exceptions so far, one line each. */
  listProblems(): Promise<string[]>
  close(): Promise<void>
}

export interface Point {
  x: number
  y: number
}

export type Key = 'Enter' | 'Escape'

export interface Engine {
  /** Opens a tab that shares nothing with the others: no cookies, no storage. */
  openTab(): Promise<Tab>
  close(): Promise<void>
}

/** Of the tab, in CSS pixels. */
export const viewport = { width: 1280, height: 800 }

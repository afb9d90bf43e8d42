/** The part that tests use: parses HTML without running scripts. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options?: { url?: string })
    readonly window: { document: Document }
  }
}

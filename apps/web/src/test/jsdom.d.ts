/** As far as tests need it: HTML as a browser reads it, without its scripts. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options?: { url?: string })
    readonly window: { document: Document }
  }
}

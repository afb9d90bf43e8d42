/** The part of jsdom that the tests use: a strict reader of XML. */
declare module 'jsdom' {
  export interface XmlNode {
    readonly namespaceURI: string | null
    readonly localName: string
    readonly textContent: string | null
    readonly innerHTML: string
    readonly outerHTML: string
    readonly children: ArrayLike<XmlNode> & Iterable<XmlNode>
    getAttribute(name: string): string | null
  }

  export class JSDOM {
    constructor(html: string)
    readonly window: {
      DOMParser: new () => { parseFromString(text: string, type: 'application/xml'): XmlNode }
    }
  }
}

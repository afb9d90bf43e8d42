import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { transformWithOxc, type Plugin } from 'vite'

const FILE_NAME = 'old-ios-notice.js'
const source = fileURLToPath(new URL('../src/features/shell/old-ios/show-old-ios-notice.ts', import.meta.url))
const locales = ['en', 'ja', 'zh-CN']

/**
 * Builds the script that asks visitors with an outdated iOS to update: in a supported syntax, with its texts, and
 * without the app, which may not start there.
 *
 * @param shortenProperties  gives the custom properties of its styles the names that they have in a build
 */
export function oldIosNotice(shortenProperties: (code: string) => string): Plugin {
  return {
    name: 'otodana:old-ios-notice',
    async generateBundle() {
      if (this.environment.name === 'client')
        this.emitFile({ type: 'asset', fileName: FILE_NAME, source: shortenProperties(await noticeScript()) })
    },
    configureServer(server) {
      server.middlewares.use(`/${FILE_NAME}`, (_request, response, next) => {
        noticeScript().then((script) => response.setHeader('content-type', 'text/javascript').end(script), next)
      })
    },
  }
}

/** Returns the compiled script. */
export async function noticeScript(): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source, { target: 'es2017' })
  const texts = locales.map((locale): [string, unknown] => {
    const file = new URL(`../src/i18n/${locale}/old-ios.json`, import.meta.url)
    return [locale, JSON.parse(readFileSync(file, 'utf8'))]
  })
  return `(() => {
${code.replace(/^export /m, '')}
const texts = ${JSON.stringify(Object.fromEntries(texts))}
showOldIosNotice((locale) => (key) => (texts[locale] || texts.en)[key], document.currentScript.dataset.name)
})()
`
}

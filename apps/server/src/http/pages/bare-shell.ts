import type { ApiEndpoints } from '@otodana/contract'

import type { AssetManifest } from './asset-manifest.ts'
import { NONCE_HOLE } from './send-html.ts'

type Shell = { manifest: AssetManifest; locale: string; dir: string; endpoints: ApiEndpoints }

/**
 * A document with the app's scripts only, used when rendering fails: the browser then renders the page. A meta tag
 * keeps prerender services from storing it.
 */
export function bareShell({ manifest, locale, dir, endpoints }: Shell): string {
  const { css = [], scripts = [] } = manifest.routes.__root__ ?? {}
  const styles = css.map((href) => `<link rel="stylesheet" href="${escape(href)}">`)
  const tags = scripts.map(({ attrs, children = '' }) => {
    const src = typeof attrs?.src === 'string' ? ` src="${escape(attrs.src)}"` : ''
    return `<script type="module" nonce="${NONCE_HOLE}"${src}>${children}</script>`
  })
  return [
    `<!DOCTYPE html><html lang="${escape(locale)}" dir="${escape(dir)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="color-scheme" content="dark light"><meta name="prerender-status-code" content="500">',
    `<meta property="csp-nonce" content="${NONCE_HOLE}"><title>Otodana</title>`,
    // Read by the web app, which writes the same into rendered pages.
    `<meta name="api-endpoints" content="${escape(JSON.stringify(endpoints))}">`,
    ...styles,
    '</head><body>',
    ...tags,
    '</body></html>',
  ].join('')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

import type { MetadataSettings, ProviderName } from '#settings/metadata-settings.ts'

import { createDlsiteProvider } from './dlsite.ts'
import { createHttpProvider } from './http-provider.ts'
import { createPace } from './pace.ts'
import type { MetadataProvider } from './provider.ts'

/** Creates the providers in the owner's order; without a setting all that can be asked. */
export function createProviders(settings: MetadataSettings): MetadataProvider[] {
  const { proxy, delayMs, httpTemplate: template } = settings
  const create: Record<ProviderName, () => MetadataProvider | null> = {
    dlsite: () =>
      createDlsiteProvider({
        baseUrl: settings.dlsiteUrl,
        pictureHosts: settings.pictureHosts,
        locales: settings.dlsiteLocales,
        proxy,
        pace: createPace(delayMs),
      }),
    http: () => (template === null ? null : createHttpProvider({ template, proxy, pace: createPace(delayMs) })),
  }
  return (settings.providers ?? ['http', 'dlsite']).flatMap((name) => create[name]() ?? [])
}

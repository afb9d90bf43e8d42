import { MAX_REFRESH_DAYS } from '@otodana/contract'
import * as z from 'zod'

import { Count } from './count.ts'

/** The providers that an owner can name in `METADATA_PROVIDERS`. */
const providerNames = ['dlsite', 'http'] as const
export type ProviderName = (typeof providerNames)[number]

/** HTTP proxies for both kinds of addresses, and hosts that are asked without one, separated by commas. */
export type ProxySettings = {
  HTTP_PROXY?: string | undefined
  HTTPS_PROXY?: string | undefined
  NO_PROXY?: string | undefined
}

/** Where metadata is fetched. */
export type MetadataSettings = {
  /** In the order of trust; null: not set, so that an administrator decides. */
  providers: ProviderName[] | null
  /** The store of the codes, without a slash at the end. */
  dlsiteUrl: string
  /** What the store calls the languages. */
  dlsiteLocales: { ja: string; en: string; zh: string }
  /** Hosts that the store's pictures may come from, besides its own. */
  pictureHosts: string[]
  /** `https://host/{code}.json`; null: there is no such provider. */
  httpTemplate: string | null
  /** The shortest pause between two requests. */
  delayMs: number
  proxy: ProxySettings | null
  /** After how many days sales, ratings and ranks are asked for again, unless an administrator has set it; 0: never. */
  refreshDays: number
}

const MAX_DELAY_SECONDS = 3_600

const address = (text: string) => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
const list = (text: string) => [...new Set(text.split(/[\s,]+/).filter((part) => part !== ''))]
const isName = (name: string): name is ProviderName => providerNames.some((known) => known === name)

const proxyAddress = z.string().refine((text) => URL.parse(text)?.protocol === 'http:', {
  error: 'must be an http address such as http://proxy.example:3128',
})

export const metadataVariables = {
  METADATA_PROVIDERS: z
    .string()
    .transform(list)
    .refine((names): names is ProviderName[] => names.every(isName) || (names.length === 1 && names[0] === 'off'), {
      error: `must be off, or names among ${providerNames.join(', ')}, separated by commas`,
    })
    .transform((names) => names.filter(isName))
    .optional(),
  DLSITE_URL: z
    .string()
    .default('https://www.dlsite.com')
    .transform((text) => text.replace(/\/+$/, ''))
    .refine(address, { error: 'must be an http or https address' }),
  DLSITE_LOCALES: z
    .string()
    .default('ja_JP,en_US,zh_CN')
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((names) => names.length === 3 && names.every((name) => /^[a-z]{2}[-_][a-z]{2}$/i.test(name)), {
      error: 'must be three names for Japanese, English and Chinese, such as ja_JP,en_US,zh_CN',
    }),
  METADATA_PICTURE_HOSTS: z
    .string()
    .default('img.dlsite.jp')
    .transform(list)
    .transform((hosts) => hosts.map((host) => host.toLowerCase()))
    .refine((hosts) => hosts.every((host) => URL.parse(`https://${host}/`)?.host === host), {
      error: 'must be hosts such as img.example.org, separated by commas',
    }),
  METADATA_URL: z
    .string()
    .refine(
      (text) => /^https?:\/\/[^/{]+\/.*\{code\}/i.test(text) && address(text.replaceAll('{code}', 'RJ01000000')),
      {
        error: 'must be an http or https address with {code} in it, such as https://host/{code}.json',
      },
    )
    .optional(),
  METADATA_DELAY_SECONDS: z.coerce
    .number({ error: `must be a number from 0 to ${MAX_DELAY_SECONDS}` })
    .min(0, { error: `must be a number from 0 to ${MAX_DELAY_SECONDS}` })
    .max(MAX_DELAY_SECONDS, { error: `must be a number from 0 to ${MAX_DELAY_SECONDS}` })
    .default(0.5),
  METADATA_REFRESH_DAYS: Count(0, MAX_REFRESH_DAYS).default(30),
  METADATA_PROXY: proxyAddress.optional(),
  /** The usual names, as other programs read them. */
  HTTPS_PROXY: proxyAddress.optional(),
  https_proxy: proxyAddress.optional(),
  NO_PROXY: z.string().optional(),
  no_proxy: z.string().optional(),
}

type Variables = z.output<z.ZodObject<typeof metadataVariables>>

export function metadataSettings(value: Variables): MetadataSettings {
  const [ja = '', en = '', zh = ''] = value.DLSITE_LOCALES
  return {
    providers: value.METADATA_PROVIDERS ?? null,
    dlsiteUrl: value.DLSITE_URL,
    dlsiteLocales: { ja, en, zh },
    pictureHosts: value.METADATA_PICTURE_HOSTS,
    httpTemplate: value.METADATA_URL ?? null,
    delayMs: Math.round(value.METADATA_DELAY_SECONDS * 1_000),
    proxy: proxyOf(value),
    refreshDays: value.METADATA_REFRESH_DAYS,
  }
}

/** `METADATA_PROXY` is for all requests; the usual variables are for https, and not for the hosts that they name. */
function proxyOf(value: Variables): ProxySettings | null {
  const { METADATA_PROXY: own } = value
  if (own !== undefined) return { HTTP_PROXY: own, HTTPS_PROXY: own }
  const HTTPS_PROXY = value.HTTPS_PROXY ?? value.https_proxy
  return HTTPS_PROXY === undefined ? null : { HTTPS_PROXY, NO_PROXY: value.NO_PROXY ?? value.no_proxy }
}

/** Mistakes that no variable has alone. */
export function metadataMistakes(given: Record<string, string>): string[] {
  return list(given.METADATA_PROVIDERS ?? '').includes('http') && given.METADATA_URL === undefined
    ? ['METADATA_URL: must be set when METADATA_PROVIDERS names http']
    : []
}

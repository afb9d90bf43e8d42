import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { isAbsolute, resolve } from 'node:path'

import { type ApiEndpoints, type EndpointKey, endpointKeys } from '@otodana/contract'
import * as z from 'zod'

import { aboutMistakes, aboutSettings, aboutVariables, type AboutSettings } from '#settings/about-settings.ts'
import { backupSettings, type BackupSettings, backupVariables } from '#settings/backup-settings.ts'
import { Count } from '#settings/count.ts'
import {
  metadataMistakes,
  metadataSettings,
  type MetadataSettings,
  metadataVariables,
} from '#settings/metadata-settings.ts'
import { mailMistakes, mailSettings, type MailSettings, mailVariables } from '#settings/mail-settings.ts'
import { parseS3Root, type S3Settings } from './storage/s3-settings.ts'

const Port = Count(0, 65_535)
/** Where people keep their files; a service's home may be the root, which holds everything. */
const DEFAULT_BROWSE = [...homeFolder(), '/media', '/run/media', '/mnt', '/srv', '/Volumes'].filter(
  (dir) => dir !== '/',
)
const Switch = z.enum(['on', 'off'])
/** An origin only: pages, covers and calls have fixed paths below it. */
const HttpOrigin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((text) => URL.parse(text)?.href === `${URL.parse(text)?.origin}/`, {
    error: 'must be an address alone, such as https://listen.example, without a path',
  })
/** Part of every page's content security policy, in which `;` separates directives. */
const EndpointOrigin = HttpOrigin.refine((text) => /^https?:\/\/[\w.:[\]-]+\/?$/i.test(text), {
  error: 'has a host with odd characters in it',
})
/** Plain segments only: it is part of headers, scripts and the names under which browsers store data. */
const BASE_PATH = /^(?:\/[\w~-][\w.~-]*)+$/
const MAX_BASE_PATH_LENGTH = 100
const RANGES = ['loopback', 'linklocal', 'uniquelocal']

/** `10.0.0.0/8`, `::1`, `loopback`. */
function isProxyAddress(text: string): boolean {
  if (RANGES.includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

/** If the text has a line break, folders are separated by lines only, and names may contain the other separators. */
function splitDirs(text: string): string[] {
  return text
    .split(text.includes('\n') ? '\n' : /[;,]|:(?=\/)/)
    .map((dir) => dir.trim())
    .filter((dir) => dir !== '')
}

function splitUrls(text: string): string[] {
  const urls = text.split(/[\s,]+/).map((url) => url.replace(/\/+$/, ''))
  return [...new Set(urls.filter((url) => url !== ''))]
}

/** `latest=https://a.example, mirror-100=https://b.example`; errors become issues. */
function parseEndpoints(text: string, context: z.RefinementCtx): ApiEndpoints {
  const endpoints: Partial<Record<EndpointKey, string>> = {}
  const refuse = (message: string) => context.addIssue({ code: 'custom', message })
  for (const part of text.split(/[\s,]+/).filter((piece) => piece !== '')) {
    const at = part.indexOf('=')
    const name = endpointKeys.find((key) => key === part.slice(0, Math.max(0, at)))
    const address = EndpointOrigin.safeParse(part.slice(at + 1))
    if (name === undefined)
      refuse(`"${part}" must be a name and an address, name=https://host; names are ${endpointKeys.join(', ')}`)
    else if (name in endpoints) refuse(`${name} is given twice`)
    else if (!address.success) refuse(`${name} ${address.error.issues[0]?.message}`)
    else endpoints[name] = new URL(address.data).origin
  }
  return endpoints
}

/** Empty for a user that the system does not know, such as one that was set for a container. */
function homeFolder(): string[] {
  try {
    return [homedir()]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SYSTEM_ERROR') return []
    throw error
  }
}

/** Treats an empty variable (`PORT=`) as unset. */
function present(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1].trim() !== ''),
  )
}

const Env = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: Port.default(8080),
  DATA_DIR: z.string().default('data'),
  LIBRARY_DIRS: z
    .string()
    .default('')
    .transform(splitDirs)
    .refine((dirs) => dirs.every((dir) => isAbsolute(dir)), { error: 'every folder must be an absolute path' }),
  LIBRARY_URL: z
    .string()
    .default('')
    .transform(splitUrls)
    .refine((urls) => urls.every((url) => parseS3Root(url) !== null), {
      error: 'every address must be s3://bucket or s3://bucket/prefix, separated by commas or white space',
    }),
  LIBRARY_WATCH: Switch.default('on'),
  LIBRARY_BROWSE: z
    .string()
    .optional()
    .transform((text) => (text === undefined ? DEFAULT_BROWSE : text.trim() === 'off' ? [] : splitDirs(text)))
    .refine((dirs) => dirs.every((dir) => isAbsolute(dir)), { error: 'must be off, or absolute paths' }),
  S3_ENDPOINT: HttpOrigin.optional(),
  S3_REGION: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]+$/, { error: 'must be a name such as eu-west-1' })
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().trim().default(''),
  S3_SECRET_ACCESS_KEY: z.string().trim().default(''),
  PUBLIC_URL: HttpOrigin.optional(),
  BASE_PATH: z
    .string()
    .trim()
    .max(MAX_BASE_PATH_LENGTH, { error: `must have at most ${MAX_BASE_PATH_LENGTH} characters` })
    .regex(BASE_PATH, {
      error:
        'must be a path such as /otodana: it begins with /, does not end with it, and has only A-Z a-z 0-9 - _ . ~',
    })
    .default(''),
  API_ENDPOINTS: z.string().default('').transform(parseEndpoints),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres:// (leave it out to use SQLite)' })
    .optional(),
  DATABASE_WAIT_SECONDS: Count(0, 3_600).default(60),
  DRAIN_SECONDS: Count(0, 300).default(0),
  SCAN_DEPTH: Count(1, 64).default(8),
  SCAN_INTERVAL_MINUTES: Count(0, 10_080).default(60),
  X_ACCEL_REDIRECT: z
    .string()
    .regex(/^\/.*[^/]$/, { error: 'must be a path that begins with / and does not end with it, such as /protected' })
    .optional(),
  FFMPEG_PATH: z.string().default('ffmpeg'),
  TRANSCODE_CACHE_BYTES: Count(50_000_000, 100_000_000_000_000).default(5_000_000_000),
  TRANSCODE_JOBS: Count(1, 64).default(2),
  SOUND_ANALYSIS: z.enum(['local', 'all', 'off']).default('local'),
  SUBTITLE_SEARCH: Switch.default('on'),
  RECOMMENDER_REFRESH_SECONDS: Count(0, 86_400).default(300),
  SESSION_SECRET: z.string().trim().min(32, { error: 'must be at least 32 characters' }).optional(),
  ACCESS: z.enum(['public', 'members']).default('public'),
  AGE_FILTERS_PASS_UNRATED: Switch.default('off'),
  REGISTRATION: z.enum(['open', 'closed']).default('open'),
  SETUP: Switch.default('on'),
  GUEST: Switch.optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, { error: 'must begin with redis:// or rediss://' })
    .optional(),
  TRUST_PROXY: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isProxyAddress), {
      error: `must hold addresses such as 127.0.0.1 or 10.0.0.0/8, or ${RANGES.join(', ')}, separated by commas`,
    })
    .optional(),
  ...mailVariables,
  ...aboutVariables,
  ...metadataVariables,
  ...backupVariables,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS: Switch.default('on'),
  OTODANA_WEB: z.enum(['built', 'dev', 'off']).default('built'),
  CHECK_RESPONSES: Switch.default('off'),
})

/** The server's settings, validated and typed. */
export type Config = {
  host: string
  /** 0: chosen by the system. */
  port: number
  /** Absolute. */
  dataDir: string
  /** Absolute. If empty, and `libraryUrls` too, the demo library is used. */
  libraryDirs: string[]
  /** Library folders in a store: `s3://bucket/prefix`, without trailing slash. */
  libraryUrls: string[]
  /** Whether changes of library folders are noticed at once. */
  isLibraryWatched: boolean
  /** Where library folders can be chosen in the browser; none: they cannot. Folders that do not exist are left out. */
  libraryBrowse: string[]
  /** Access to that store; null without `libraryUrls`. */
  s3: S3Settings | null
  /** The server's public origin, without trailing slash; null: taken from each request. */
  publicUrl: string | null
  /** The path below which everything is served: empty, or `/otodana`. */
  basePath: string
  /** Addresses of the API that visitors may choose; they receive the visitors' tokens. */
  apiEndpoints: ApiEndpoints
  /** null: SQLite in `dataDir`. */
  databaseUrl: string | null
  /** How long a start waits for PostgreSQL. */
  databaseWaitSeconds: number
  /** How long a server that is to stop still answers, so that others take over. */
  drainSeconds: number
  /** Maximum depth of a work's folder below a library folder. */
  scanDepth: number
  /** 0: no scheduled scans. */
  scanIntervalMinutes: number
  /** The internal location from which a reverse proxy serves library files; null: this process sends them. */
  accelPrefix: string | null
  ffmpegPath: string
  /** Maximum size of low-quality streams in `dataDir`. */
  transcodeCacheBytes: number
  /** Maximum number of concurrent ffmpeg processes for low-quality streams. */
  transcodeJobs: number
  /** Which files have waveform and loudness measured: none, those on disk, or also those in stores. */
  soundAnalysis: 'local' | 'all' | 'off'
  /** Whether subtitles are indexed and searched. */
  hasSubtitleSearch: boolean
  /** Maximum delay until recommendations consider new listening; 0: never. */
  recommenderRefreshSeconds: number
  /** Key that sessions are signed with; null: generated and stored in `dataDir`. */
  sessionSecret: string | null
  /** `members`: the library is visible only with an account. */
  access: 'public' | 'members'
  /** Whether filters such as `$-age:adult$` include works of unknown age. */
  passesUnrated: boolean
  /** Whether registration is open, until an administrator changes it. The first account can always be created. */
  isRegistrationOpen: boolean
  /** Whether a new instance shows its setup, and requires a code for the first account from another machine. */
  hasSetup: boolean
  hasGuest: boolean
  /** Shared rate limits for several processes; null: each counts for itself. */
  redisUrl: string | null
  /** Addresses of reverse proxies whose `X-Forwarded-*` headers are trusted. */
  trustProxy: string[] | false
  /** null: mail is off. */
  mail: MailSettings | null
  about: AboutSettings
  metadata: MetadataSettings
  backup: BackupSettings
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  hasMetrics: boolean
  /** `dev` serves the web app through Vite, `off` serves no pages. */
  web: 'built' | 'dev' | 'off'
  /** Checks every response against the contract; on in tests and development. */
  checksResponses: boolean
}

/**
 * Reads the settings from environment variables.
 *
 * @throws {Error} one message that lists every invalid setting
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = present(env)
  const parsed = Env.safeParse(given)
  const mistakes = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...missingKeys(given),
    ...mailMistakes(given),
    ...aboutMistakes(given),
    ...metadataMistakes(given),
    ...(parsed.success ? [...insecureEndpoints(parsed.data), ...basePathInDevelopment(parsed.data)] : []),
  ]
  if (!parsed.success || mistakes.length > 0) {
    throw new Error(`Bad settings:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`)
  }
  const value = parsed.data
  return {
    host: value.HOST,
    port: value.PORT,
    dataDir: resolve(value.DATA_DIR),
    libraryDirs: [...new Set(value.LIBRARY_DIRS.map((dir) => resolve(dir)))],
    libraryUrls: value.LIBRARY_URL,
    isLibraryWatched: value.LIBRARY_WATCH === 'on',
    libraryBrowse: [...new Set(value.LIBRARY_BROWSE.map((dir) => resolve(dir)))],
    s3: value.LIBRARY_URL.length === 0 ? null : s3Settings(value),
    publicUrl: value.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    basePath: value.BASE_PATH,
    apiEndpoints: value.API_ENDPOINTS,
    databaseUrl: value.DATABASE_URL ?? null,
    databaseWaitSeconds: value.DATABASE_WAIT_SECONDS,
    drainSeconds: value.DRAIN_SECONDS,
    scanDepth: value.SCAN_DEPTH,
    scanIntervalMinutes: value.SCAN_INTERVAL_MINUTES,
    accelPrefix: value.X_ACCEL_REDIRECT ?? null,
    ffmpegPath: value.FFMPEG_PATH,
    transcodeCacheBytes: value.TRANSCODE_CACHE_BYTES,
    transcodeJobs: value.TRANSCODE_JOBS,
    soundAnalysis: value.SOUND_ANALYSIS,
    hasSubtitleSearch: value.SUBTITLE_SEARCH === 'on',
    recommenderRefreshSeconds: value.RECOMMENDER_REFRESH_SECONDS,
    sessionSecret: value.SESSION_SECRET ?? null,
    access: value.ACCESS,
    passesUnrated: value.AGE_FILTERS_PASS_UNRATED === 'on',
    isRegistrationOpen: value.REGISTRATION === 'open',
    hasSetup: value.SETUP === 'on',
    // The guest's password is public, so a members-only library must enable the guest explicitly.
    hasGuest: (value.GUEST ?? (value.ACCESS === 'public' ? 'on' : 'off')) === 'on',
    redisUrl: value.REDIS_URL ?? null,
    trustProxy: value.TRUST_PROXY ?? false,
    mail: mailSettings(value),
    about: aboutSettings(value),
    metadata: metadataSettings(value),
    backup: backupSettings(value, resolve(value.DATA_DIR)),
    logLevel: value.LOG_LEVEL,
    hasMetrics: value.METRICS === 'on',
    web: value.OTODANA_WEB,
    checksResponses: value.CHECK_RESPONSES === 'on' || value.OTODANA_WEB === 'dev',
  }
}

/** Returns warnings about valid settings that may be unintended. */
export function hintsAt({ access, isRegistrationOpen }: Pick<Config, 'access' | 'isRegistrationOpen'>): string[] {
  if (access !== 'members' || !isRegistrationOpen) return []
  return [
    'ACCESS=members: every registered visitor sees the library. REGISTRATION=closed, or the switch in Administration, ends that.',
  ]
}

function missingKeys(given: Record<string, string>): string[] {
  if (given.LIBRARY_URL === undefined) return []
  return ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].flatMap((name) =>
    given[name] === undefined ? [`${name}: must be set when LIBRARY_URL is`] : [],
  )
}

/** Browsers block http requests from https pages. */
function insecureEndpoints({ PUBLIC_URL: publicUrl, API_ENDPOINTS: endpoints }: z.infer<typeof Env>): string[] {
  if (!publicUrl?.startsWith('https:')) return []
  return Object.entries(endpoints).flatMap(([name, address]) =>
    address.startsWith('https:') ? [] : [`API_ENDPOINTS: ${name} must be an https address as PUBLIC_URL is one`],
  )
}

function basePathInDevelopment({ BASE_PATH: basePath, OTODANA_WEB: web }: z.infer<typeof Env>): string[] {
  return basePath !== '' && web === 'dev' ? ['BASE_PATH: cannot be used with OTODANA_WEB=dev'] : []
}

function s3Settings(value: z.infer<typeof Env>): S3Settings {
  return {
    endpoint: value.S3_ENDPOINT?.replace(/\/+$/, '') ?? `https://s3.${value.S3_REGION}.amazonaws.com`,
    region: value.S3_REGION,
    accessKeyId: value.S3_ACCESS_KEY_ID,
    secretAccessKey: value.S3_SECRET_ACCESS_KEY,
  }
}

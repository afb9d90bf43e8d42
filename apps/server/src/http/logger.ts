import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

import type { Config } from '#config.ts'

/** Parameters whose values are never logged, in any spelling. */
const SECRET = /token|password|secret|api_?key/i
/** The same of OpenSubsonic's calls: the password, or its digest and salt. */
const SUBSONIC_CALL = /\/rest\//i
const SUBSONIC_SECRET = /^[pts]$/i

/** Addresses of podcast feeds open them and their files. */
const FEED = /(\/feeds\/+)[^/]*?(\.xml)?(?=\/|$)/i

/** Returns a URL for logging, without values that may contain tokens. */
function withoutTokens(url: string): string {
  const [path = '', ...queries] = url.split('?')
  // As the router reads it: `/%72est/` is a call like any other.
  const read = decoded(path)
  const isSubsonic = SUBSONIC_CALL.test(read)
  const isSecret = (name: string) => SECRET.test(name) || (isSubsonic && SUBSONIC_SECRET.test(name))
  const parameters = queries.join('?').replace(/[^&?]+/g, (parameter) => {
    const at = parameter.indexOf('=')
    const name = at === -1 ? parameter : parameter.slice(0, at)
    return at !== -1 && isSecret(decoded(name)) ? `${name}=[redacted]` : parameter
  })
  const known = FEED.test(read) ? read.replace(FEED, '$1[redacted]$2') : path
  return (queries.length === 0 ? known : `${known}?${parameters}`).slice(0, 2_000)
}

/** Decodes as much of a name as possible. */
function decoded(name: string): string {
  return name.replace(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'))
}

export function createLogger(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
    serializers: {
      url: withoutTokens,
      req: (request: { method: string; url: string; id: string }) => ({
        method: request.method,
        url: withoutTokens(request.url),
        id: request.id,
      }),
    },
  }
  return pino(options, destination)
}

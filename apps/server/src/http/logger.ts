import { type Logger, pino } from 'pino'

import type { Config } from '#config.ts'

/** Query parameters that may hold a token never reach the log. */
function withoutTokens(url: string): string {
  return url.replace(/([?&](?:token|access_token|password)=)[^&]*/gi, '$1[redacted]').slice(0, 2_000)
}

export function createLogger(level: Config['logLevel']): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        method: request.method,
        url: withoutTokens(request.url),
        id: request.id,
      }),
    },
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Older names of calls. */
export const pathAliases: ReadonlyMap<string, string> = new Map([
  ['/api/me', '/api/auth/me'],
  ['/api/auth/register', '/api/auth/reg'],
  ['/api/lyric', '/api/lyric/translate'],
])

/** Older names of parameters, by the beginning of the calls' paths. */
const parameterAliases = [
  { below: '/api/playlist/', alias: 'playlistId', name: 'id' },
  { below: '/api/recommender/', alias: 'recommendUuid', name: 'recommenderUuid' },
  { below: '/api/auth/reg', alias: 'recommendUuid', name: 'recommenderUuid' },
] as const

/** Reads parameters under their older names too. */
export function readOlderNames(http: FastifyInstance): void {
  http.addHook('onRoute', (route) => {
    const aliases = parameterAliases.filter(({ below }) => route.url.startsWith(below))
    if (aliases.length === 0) return
    const rename = async ({ query, body }: FastifyRequest) => {
      for (const { alias, name } of aliases) for (const given of [query, body]) renameIn(given, alias, name)
    }
    route.preHandler = [route.preHandler ?? [], rename].flat()
  })
}

function renameIn(given: unknown, alias: string, name: string): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return
  const parameters = given as Record<string, unknown>
  if (Object.hasOwn(parameters, alias) && !Object.hasOwn(parameters, name)) parameters[name] = parameters[alias]
}

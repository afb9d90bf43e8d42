import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { AppPasswords } from '#features/app-passwords/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Account } from '#http/gate.ts'
import { encodeText, sendEncoded, type TextToSend } from '#http/sending/send-text.ts'
import { siteUrlOf } from '#http/visitor/origin.ts'

import { contentTypes, type Element, type Format, readFormat, render } from './answer.ts'
import type { Handlers } from './calls/handler.ts'
import { readLogin } from './login.ts'
import { createParameters, type Parameters } from './parameters.ts'
import { SubsonicError, toSubsonicError } from './subsonic-error.ts'

/** A playlist of ten thousand songs. */
const MAX_FORM_BYTES = 512 * 1024
const FORM = 'application/x-www-form-urlencoded'

/** Sent over the wire before the login was checked. */
const UNKNOWN_APP = 'OpenSubsonic'

type Deps = {
  appPasswords: Pick<AppPasswords, 'accountOf'>
  /** Called after each successful login. */
  onLogin: () => void
  listExtensions: () => Promise<readonly Element[]>
  handlers: Handlers
}

/** Registers `/rest/{call}` and `/rest/{call}.view`, by GET with a query and by POST with a form. */
export function subsonicRoutes(app: FastifyInstance, { appPasswords, onLogin, listExtensions, handlers }: Deps): void {
  /** @throws {SubsonicError} `wrongLogin`, `wrongKey`; {@link AppError} `request.tooMany` */
  async function logIn(parameters: Parameters, request: FastifyRequest): Promise<Account> {
    const login = readLogin(parameters)
    try {
      return await appPasswords.accountOf(login, { address: request.address, app: parameters.text('c') })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'auth.wrong') throw error
      if (login.kind === 'key') throw new SubsonicError('wrongKey', 'There is no such API key.')
      throw new SubsonicError('wrongLogin', 'Wrong user name or app password. Make one in Settings › Account.')
    }
  }

  async function answer(name: string, parameters: Parameters, request: FastifyRequest, reply: FastifyReply) {
    // Needs no login: apps ask it to learn how they can log in.
    if (name === 'getOpenSubsonicExtensions') return { openSubsonicExtensions: await listExtensions() }
    const account = await logIn(parameters, request)
    onLogin()
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
    if (!handler) throw new SubsonicError('notFound', 'This server does not have this call.')
    return handler({ account, parameters, app: parameters.text('c') ?? UNKNOWN_APP, request, reply })
  }

  /**
   * Returns the answer's bytes alone, so that nothing of what it was made from lives until they are sent; undefined: the call has sent
   * its answer itself.
   */
  async function textOf(request: FastifyRequest, reply: FastifyReply): Promise<TextToSend | undefined> {
    const { call } = request.params as { call: string }
    const parameters = createParameters(parametersOf(request))
    let format: Format = { kind: 'xml' }
    try {
      format = readFormat(parameters.text('f'), parameters.text('callback'))
      const result = await answer(call.replace(/\.view$/, ''), parameters, request, reply)
      return isSent(result) ? undefined : encode(request, reply, render(result, format), format)
    } catch (error) {
      const known = toSubsonicError(error)
      // A range that is not there, or a receiver that has gone, is not for the protocol to say.
      if (known === null || (error instanceof AppError && error.code === 'range.unsatisfiable')) throw error
      removeMediaHeaders(reply)
      const helpUrl = known.isLogin ? `${siteUrlOf(request)}/settings` : undefined
      return encode(request, reply, render(known, format, helpUrl), format)
    }
  }

  function encode(request: FastifyRequest, reply: FastifyReply, text: string, { kind }: Format): TextToSend {
    void reply.code(200).type(contentTypes[kind])
    return encodeText(request, text)
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // Answers are personal, and their address has the login in it.
    void reply.header('cache-control', 'no-store')
    const text = await textOf(request, reply)
    return text === undefined ? reply : sendEncoded(reply, text)
  }

  void app.register((rest, _options, done) => {
    rest.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (_request, text, parsed) =>
      parsed(null, new URLSearchParams(String(text))),
    )
    rest.route({
      method: ['GET', 'POST'],
      url: '/rest/:call',
      compress: false,
      bodyLimit: MAX_FORM_BYTES,
      handler: handle,
    })
    done()
  })
}

/** Of the query, and of a form: a form goes first. */
function parametersOf({ url, body }: FastifyRequest): URLSearchParams {
  const mark = url.indexOf('?')
  const given = body instanceof URLSearchParams ? new URLSearchParams(body) : new URLSearchParams()
  if (mark === -1) return given
  for (const [name, value] of new URLSearchParams(url.slice(mark + 1))) given.append(name, value)
  return given
}

/** A reply is a promise of its own end, so awaiting one that was returned gives undefined, whatever its type says. */
function isSent(result: Element | FastifyReply | undefined): result is FastifyReply | undefined {
  return result === undefined || typeof (result as FastifyReply).raw === 'object'
}

/** What a call of media had set before it failed. */
function removeMediaHeaders(reply: FastifyReply): void {
  for (const name of ['content-disposition', 'etag', 'last-modified', 'accept-ranges', 'content-length']) {
    reply.removeHeader(name)
  }
}

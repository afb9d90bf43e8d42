import type { IncomingMessage } from 'node:http'

type Asked = Pick<IncomingMessage, 'headers' | 'httpVersion'> & { socket: { remoteAddress?: string | undefined } }

/** Headers that proxies add. */
const FORWARDED = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-.*|x-original-.*)$/
const LOOPBACK_ADDRESS = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i
const LOOPBACK_NAME = /^(?:(?:[\w-]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/**
 * Whether a request was made on the server's own machine, by a browser at its own address or by a program. A page of
 * another site is not, nor what comes through a proxy on this machine: proxies add headers, pass on the public host, or
 * speak HTTP 1.0 as nginx does by default. The host also rules out names that an attacker points at 127.0.0.1.
 */
export function isFromSameMachine({ headers, httpVersion, socket }: Asked): boolean {
  if (!LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') || httpVersion === '1.0') return false
  if (Object.keys(headers).some((name) => FORWARDED.test(name))) return false
  const { host, origin } = headers
  return isLoopback(host) && (origin === undefined || URL.parse(origin)?.host === host)
}

function isLoopback(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK_NAME.test(host.replace(/:\d+$/, ''))
}

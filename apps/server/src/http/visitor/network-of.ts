import { isIP, isIPv6 } from 'node:net'

const IPV4_WITHIN = /^::ffff:(?=\d+\.)/i
const IPV4_WITHIN_AS_HEX = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/

/**
 * An address alone: some proxies write the port behind it, `192.0.2.1:50000` or `[2001:db8::1]:50000`. What is none comes
 * back as it is.
 */
export function withoutPort(text: string): string {
  const trimmed = text.trim().replace(/^"(.*)"$/, '$1')
  const [, address] = /^\[([^\]]+)\](?::\d*)?$/.exec(trimmed) ?? /^([\d.]+):\d*$/.exec(trimmed) ?? []
  return address !== undefined && isIP(address) !== 0 ? address : trimmed
}

/**
 * What an address is counted as, with or without a port. A visitor with one IPv6 address has the rest of its /64 network as
 * well, and may come from another one each time.
 */
export function networkOf(address: string): string {
  const plain = withoutPort(address).replace(IPV4_WITHIN, '')
  if (!isIPv6(plain)) return plain
  const { hostname } = new URL(`http://[${plain.replace(/%.*$/, '')}]`)
  const bare = hostname.slice(1, -1)
  const [, high, low] = IPV4_WITHIN_AS_HEX.exec(bare) ?? []
  if (high !== undefined && low !== undefined) return ipv4Of(Number.parseInt(high, 16), Number.parseInt(low, 16))
  const [begin = [], end = []] = bare.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(8 - begin.length - end.length).fill('0')
  return `${[...begin, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}

/** The networks of a site have so many times the share of one: some providers give all their customers networks of one /48. */
export const NETWORKS_OF_SITE = 4

/**
 * The site that a network is part of. One customer may have an IPv6 /48, and with it 65,536 of the networks that
 * `networkOf` gives; elsewhere the network itself.
 */
export function siteOf(network: string): string {
  return network.replace(/:[\da-f]+::\/64$/, '::/48')
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

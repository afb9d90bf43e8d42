import { isIP, isIPv6 } from 'node:net'

const IPV4_WITHIN = /^::ffff:(?=\d+\.)/i
const IPV4_WITHIN_AS_HEX = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/

/**
 * Removes the port that some proxies append: `192.0.2.1:50000` or `[2001:db8::1]:50000`. Returns anything else
 * unchanged.
 */
export function withoutPort(text: string): string {
  const trimmed = text.trim().replace(/^"(.*)"$/, '$1')
  const [, address] = /^\[([^\]]+)\](?::\d*)?$/.exec(trimmed) ?? /^([\d.]+):\d*$/.exec(trimmed) ?? []
  return address !== undefined && isIP(address) !== 0 ? address : trimmed
}

/**
 * Returns the network that an address, with or without a port, is counted as. A visitor with an IPv6 address has its
 * whole /64 network, and may use another address each time.
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

/**
 * The networks of a site together have this many times the share of one: some providers give all customers networks of
 * one /48.
 */
export const NETWORKS_OF_SITE = 4

/**
 * Returns the site that a network belongs to. One customer may have an IPv6 /48, with 65,536 networks as returned by
 * `networkOf`; otherwise the network itself.
 */
export function siteOf(network: string): string {
  return network.replace(/:[\da-f]+::\/64$/, '::/48')
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

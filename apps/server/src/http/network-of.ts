import { isIPv6 } from 'node:net'

const IPV4_WITHIN = /^::ffff:(?=\d+\.)/i

/**
 * Whom an address is counted as. Whoever has one IPv6 address has the rest of its /64 network as well, and may come from
 * another one each time.
 */
export function networkOf(address: string): string {
  const plain = address.replace(IPV4_WITHIN, '')
  if (!isIPv6(plain)) return plain
  const { hostname } = new URL(`http://[${plain.replace(/%.*$/, '')}]`)
  const [begin = [], end = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(8 - begin.length - end.length).fill('0')
  return `${[...begin, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}

import { isIPv6 } from 'node:net';

/**
 * Returns the part of an address that identifies a subscriber: the whole IPv4 address, or the first half of
 * an IPv6 address.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [left = [], right = []] = ip.split('::').map((half) => (half ? half.split(':') : []));
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/** The network of an address: the first 64 bits in IPv6, which one household shares. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  while (tail !== undefined && groups.length + rest.length < 8) groups.push('0');
  return [...groups, ...rest].slice(0, 4).join(':');
}

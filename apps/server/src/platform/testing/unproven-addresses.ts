const SIGNED = /^(?<before>.*\/media\/)(?<expiry>[^/]+)\/(?<signature>[^/]+)(?<after>\/.*)$/;

/** Addresses that name what a signed one does without proving it: each is answered as if nothing were there. */
export function unprovenAddressesOf(url: string): string[] {
  const { before, expiry = '', signature = '', after } = SIGNED.exec(url)?.groups ?? {};
  if (!after) throw new Error(`${url} is not signed`);
  const changed = signature.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'));
  const otherSignatures = [changed, signature.slice(1), `${signature}A`, 'x'];
  const dayLater = (Number.parseInt(expiry, 36) + 1).toString(36);
  return [
    ...otherSignatures.map((other) => `${before}${expiry}/${other}${after}`),
    `${before}${dayLater}/${signature}${after}`,
  ];
}

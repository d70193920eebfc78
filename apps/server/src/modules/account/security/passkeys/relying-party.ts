import { isIP } from 'node:net';
import { isLoopback, withoutBrackets } from '../../../../platform/network.ts';

/** The prompt by which the web app has the provider add a passkey. */
export const ENROL_PROMPT = 'create_passkey';

/** The host that passkeys belong to; browsers offer them only on its pages. */
export type RelyingParty = {
  /** The RP ID. */
  id: string;
  origin: string;
};

/**
 * The provider's host: brands have hosts of their own, but a passkey belongs to one. Null if browsers allow no passkeys: for a
 * numeric address, or http from other machines.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(publicUrl);
  if (isIP(withoutBrackets(hostname)) !== 0) return null;
  return protocol === 'https:' || isLoopback(hostname) ? { id: hostname, origin } : null;
}

import { isIP } from 'node:net';
import { isLoopback, withoutBrackets } from '../../../../platform/network.ts';

/** What the web app asks the provider for to have its customer add a passkey. */
export const ENROL_PROMPT = 'create_passkey';

/** Whom passkeys are made for: a host, on whose pages alone browsers offer them. */
export type RelyingParty = {
  /** The RP ID. */
  id: string;
  origin: string;
};

/**
 * The provider's host: brands have hosts of their own, and a passkey belongs to one. Null where browsers take no passkeys: an
 * address in digits, or http from other machines.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(publicUrl);
  if (isIP(withoutBrackets(hostname)) !== 0) return null;
  return protocol === 'https:' || isLoopback(hostname) ? { id: hostname, origin } : null;
}

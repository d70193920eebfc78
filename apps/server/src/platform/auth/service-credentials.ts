import { createHash, timingSafeEqual } from 'node:crypto';
import { Problem } from '../problem.ts';

/** Resolves a service's bearer token to the service's name, or throws the problem `unauthenticated`. */
export type VerifyService = (token: string) => string;

/** Knows services by their tokens. */
export function createServiceVerifier(tokens: Readonly<Record<string, string>>): VerifyService {
  const known = Object.entries(tokens).map(([name, token]) => ({ name, digest: digestOf(token) }));
  return (token) => {
    const given = digestOf(token);
    // All are compared, each in the same time, so that the time says neither which came near nor where it differs.
    const matches = known.filter(({ digest }) => timingSafeEqual(digest, given));
    const [service] = matches;
    if (!service) throw new Problem('unauthenticated');
    return service.name;
  };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

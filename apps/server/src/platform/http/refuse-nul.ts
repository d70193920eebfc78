import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem.ts';

/**
 * Refuses queries and form fields with NUL, which PostgreSQL cannot store, at every door: pages, calls and the identity provider.
 * Paths are checked by their own patterns; in JSON it may stand anywhere, so there the database refuses it.
 */
export function refuseNul(app: FastifyInstance): void {
  // No earlier: the answer has the headers of every answer, and counts towards the limit of its network.
  app.addHook('preValidation', async ({ url, body }) => {
    if (/\?.*%00/.test(url)) refuse();
    if (typeof body !== 'object' || body === null) return;
    if (Object.values(body).some((value) => typeof value === 'string' && value.includes('\0'))) refuse();
  });
}

function refuse(): never {
  throw new Problem('invalid-request', { detail: 'A text contains NUL, which cannot be stored' });
}

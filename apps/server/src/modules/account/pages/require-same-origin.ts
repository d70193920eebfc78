import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../platform/problem.ts';

/** Refuses forms posted by another site. The pages' referrer policy makes browsers name the origin. */
export function requireSameOrigin(publicUrl: string) {
  const ownOrigin = new URL(publicUrl).origin;
  return async ({ method, headers }: FastifyRequest): Promise<void> => {
    if (method !== 'POST') return;
    const site = headers['sec-fetch-site'];
    const isOwn = headers.origin === ownOrigin && (site === undefined || site === 'same-origin');
    if (!isOwn) throw new Problem('forbidden');
  };
}

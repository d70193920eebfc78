import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, register } from 'prom-client';
import { bearerTokenOf } from '../auth.ts';
import type { Database } from '../database/database.ts';
import { Problem } from '../problem.ts';

type Deps = {
  db: Database;
  isStorageThere: () => Promise<boolean>;
  isDraining: () => boolean;
  /** Null: `/metrics` answers only this machine. */
  metricsToken: string | null;
};

/**
 * `/health/live`, `/health/ready` (503 while draining or without database or storage) and `/metrics` for Prometheus,
 * which show what customers do and are for the operator alone.
 */
export function mountOperations(app: FastifyInstance, deps: Deps): void {
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
  app.get('/health/live', { config: { rateLimit: false } }, async () => ({ status: 'live' }));
  app.get('/health/ready', { config: { rateLimit: false } }, async (_request, reply) => {
    const isReady = !deps.isDraining() && (await isAnswering(deps.db)) && (await deps.isStorageThere());
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
  app.get('/metrics', async (request, reply) => {
    requireOperator(request, deps.metricsToken);
    return reply.type(register.contentType).send(await register.metrics());
  });
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Without a token only callers on this machine count, and none that a proxy on this machine passes on. */
function requireOperator(request: FastifyRequest, token: string | null): void {
  if (token !== null) {
    if (!isSame(bearerTokenOf(request), token)) throw new Problem('unauthenticated');
    return;
  }
  const { headers, socket } = request;
  const isPassedOn = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined;
  if (isPassedOn || !LOOPBACK.test(socket.remoteAddress ?? '')) throw new Problem('not-found');
}

/** Compares in constant time: hashes have equal lengths. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}

async function isAnswering(db: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
}

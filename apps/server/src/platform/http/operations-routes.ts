import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, register } from 'prom-client';
import { bearerTokenOf } from '../auth.ts';
import type { Database } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { requireKnownHost } from './known-hosts.ts';

type Deps = {
  db: Database;
  isStorageThere: () => Promise<boolean>;
  isDraining: () => boolean;
  metricsToken: string | null;
  /** Only this machine can reach the server: then `/metrics` needs no token. */
  isPrivate: boolean;
  publicUrl: string;
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
  const requireOperator = operatorCheck(deps);
  app.get('/metrics', async (request, reply) => {
    await requireOperator(request);
    return reply.type(register.contentType).send(await register.metrics());
  });
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

type OperatorDeps = Pick<Deps, 'metricsToken' | 'isPrivate' | 'publicUrl'>;

/**
 * Lets in who has the token. Without one only callers on this machine count, and only while nobody else can reach the
 * server: a proxy on this machine is such a caller, whoever it passes on.
 */
function operatorCheck({ metricsToken, isPrivate, publicUrl }: OperatorDeps) {
  const requireHost = requireKnownHost(publicUrl);
  return async (request: FastifyRequest): Promise<void> => {
    if (metricsToken !== null) {
      if (!isSame(bearerTokenOf(request), metricsToken)) throw new Problem('unauthenticated');
      return;
    }
    const { headers, socket } = request;
    const isPassedOn = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined;
    const isHere = LOOPBACK.test(socket.remoteAddress ?? '');
    if (!isPrivate || isPassedOn || !isHere) throw new Problem('not-found');
    await requireHost(request);
  };
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

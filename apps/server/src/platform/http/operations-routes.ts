import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, register } from 'prom-client';
import type { Database } from '../database/database.ts';

type Deps = { db: Database; isDraining: () => boolean };

/** `/health/live`, `/health/ready` (503 while draining or without the database) and `/metrics` for Prometheus. */
export function mountOperations(app: FastifyInstance, { db, isDraining }: Deps): void {
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
  app.get('/health/live', { config: { rateLimit: false } }, async () => ({ status: 'live' }));
  app.get('/health/ready', { config: { rateLimit: false } }, async (_request, reply) => {
    const isReady = !isDraining() && (await answers(db));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
  app.get('/metrics', { config: { rateLimit: false } }, async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  );
}

async function answers(db: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
}

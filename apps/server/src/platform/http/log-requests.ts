import type { FastifyInstance } from 'fastify';
import { Histogram, register } from 'prom-client';

const duration = new Histogram({
  name: 'keepsake_http_request_seconds',
  help: 'Time until an answer was sent, by route pattern',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [register],
});

/** One line and one measurement per answer, named by route pattern: addresses carry signatures and tokens. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1000);
    const line = { ...labels, ms: Math.round(reply.elapsedTime) };
    if (reply.statusCode >= 500) request.log.error(line, 'answered');
    else request.log.debug(line, 'answered');
  });
}

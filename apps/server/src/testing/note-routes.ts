import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { RouteAccess } from '../platform/http/route-access.ts';
import type { RouteBudget } from '../platform/http/route-budgets.ts';

/** A mounted route: method and pattern, such as `GET /health/live`, and who is answered, how often. */
export type Mounted = { name: string; access: RouteAccess | undefined; budget: RouteBudget | undefined };

/** Starts servers and records every route that they mount. */
export async function noteRoutes<Started>(start: () => Promise<Started>): Promise<[Started, Mounted[]]> {
  const routes: RouteOptions[] = [];
  const note = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => void routes.push(route));
  };
  diagnostics.subscribe('fastify.initialization', note);
  try {
    const started = await start();
    // Read now, because the server completes them as it mounts them.
    const mounted = routes.flatMap(({ method, url, config }) =>
      [method]
        .flat()
        .map((one) => ({ name: `${one} ${url}`, access: config?.access, budget: config?.budget })),
    );
    return [started, mounted];
  } finally {
    diagnostics.unsubscribe('fastify.initialization', note);
  }
}

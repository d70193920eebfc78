import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

/** Starts servers and records every route that they mount, as method and pattern: `GET /health/live`. */
export async function noteRoutes<Started>(start: () => Promise<Started>): Promise<[Started, string[]]> {
  const routes: string[] = [];
  const note = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`);
    });
  };
  diagnostics.subscribe('fastify.initialization', note);
  try {
    return [await start(), routes];
  } finally {
    diagnostics.unsubscribe('fastify.initialization', note);
  }
}

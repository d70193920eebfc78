import { createServer } from '../platform/http/create-server.ts';
import { mountRoutes, type Verifiers } from '../platform/http/mount-routes.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';

/** Without `spendBudgets` nobody counts calls. */
type Options = Omit<Verifiers, 'spendBudgets'> &
  Partial<Pick<Verifiers, 'spendBudgets'>> & { port?: number; drainMs?: number };

/** Serves some modules over HTTP on a port of this machine, by default a free one. */
export async function serveModules(
  { log }: Pick<Platform, 'log'>,
  modules: readonly Module[],
  { port = 0, drainMs, spendBudgets = async () => undefined, ...verifiers }: Options,
) {
  const http = await createServer({
    log,
    trustProxy: null,
    policySources: { connectOrigins: [], secureTransport: false },
    requestsPerMinute: 1_000_000,
    drainMs,
  });
  const routes = modules.flatMap((module) => module.routes ?? []);
  mountRoutes(http, routes, { ...verifiers, spendBudgets });
  for (const module of modules) await module.mount?.(http);
  const address = await http.listen({ host: '127.0.0.1', port });
  return { http, address };
}

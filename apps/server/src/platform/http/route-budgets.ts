import type { FastifyInstance, RouteOptions } from 'fastify';

/**
 * How often one network may request a route (ADR 85):
 * - `usual`: together with everything else, RATE_LIMIT_PER_MINUTE;
 * - `perMinute`: counted for itself;
 * - `unlimited`: as often as it likes, and why.
 */
export type RouteBudget = 'usual' | { perMinute: number } | { unlimited: string };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required of what changes something; whatever is only read has the usual one. */
    budget?: RouteBudget;
  }
}

/** Of forms that people fill in. */
export const FORM_BUDGET: RouteBudget = { perMinute: 60 };
/** For the addresses in a mail's headers at which clients post with one click (RFC 8058), and which people may open. */
export const ONE_CLICK = {
  config: {
    access: 'token',
    budget: { unlimited: 'mail providers post for many recipients from few networks' },
  },
} as const;

const READING = ['GET', 'HEAD', 'OPTIONS'];

/** Lets no route be mounted that changes something without a declared budget, or that is limited in any other way. */
export function requireBudgets(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { method, url, config } = route;
    const isRead = [method].flat().every((one) => READING.includes(one));
    const budget = config?.budget ?? (isRead && config?.rateLimit === undefined ? 'usual' : null);
    if (budget === null) throw new Error(`${method} ${url} is mounted without a budget`);
    route.config = { ...config, ...limitOf(budget), budget };
  });
}

/** For the plugin that counts, which by itself counts as `usual`. */
function limitOf(budget: RouteBudget): RouteOptions['config'] {
  if (budget === 'usual') return {};
  return { rateLimit: 'perMinute' in budget ? { max: budget.perMinute } : false };
}

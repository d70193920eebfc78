import type { Access } from '@keepsake/contracts/platform/endpoint';
import type { FastifyInstance } from 'fastify';

/**
 * Who is answered by a route (ADR 103): those of an endpoint, or
 * - `signed`: whoever has the address, which was signed for one customer and expires;
 * - `token`: whoever has the address, which holds a secret of its own;
 * - `sign-in`: whoever signs in, or the provider where they did;
 * - `operator`: operators, and whoever signs in as one;
 * - `installation`: whoever runs this installation.
 */
export type RouteAccess = Access | 'signed' | 'token' | 'sign-in' | 'operator' | 'installation';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required, unless the route is mounted by `mountFor`. */
    access?: RouteAccess;
  }
}

/** The access of the routes in a scope. */
const accessIn = new WeakMap<object, RouteAccess>();

/** Lets no route be mounted that does not say who is answered. */
export function requireAccess(app: FastifyInstance): void {
  app.addHook('onRoute', function requireDeclared(route) {
    const access = route.config?.access ?? accessOf(this);
    if (!access)
      throw new Error(`${route.method} ${route.url} is mounted without access: say who is answered`);
    route.config = { ...route.config, access };
  });
}

/** A scope inherits from the one that it is in. */
function accessOf(scope: object | null): RouteAccess | undefined {
  return scope === null ? undefined : (accessIn.get(scope) ?? accessOf(Object.getPrototypeOf(scope)));
}

/** Mounts routes of one access in a scope of their own, such as those of a plugin. */
export async function mountFor(
  app: FastifyInstance,
  access: RouteAccess,
  mount: (scope: FastifyInstance) => unknown,
  options: { prefix?: string } = {},
): Promise<void> {
  await app.register(async (scope) => {
    accessIn.set(scope, access);
    await mount(scope);
  }, options);
}

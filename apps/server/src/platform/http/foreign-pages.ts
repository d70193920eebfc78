import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { FORM_BUDGET } from './route-budgets.ts';

/**
 * A hook for forms and reports that anybody may send: refuses what a page of another site has a visitor's browser send. Callers
 * that are no browser name no page, and only their budget limits them.
 */
export async function refuseForeignPages({ method, headers, host }: FastifyRequest): Promise<void> {
  if (method === 'GET' || method === 'HEAD') return;
  const { origin, 'sec-fetch-site': site } = headers;
  const isForeign =
    site === undefined
      ? origin !== undefined && URL.canParse(origin) && new URL(origin).host !== host
      : site !== 'same-origin';
  if (isForeign) throw new Problem('forbidden');
}

/** Options of routes that take what anybody fills in on our own pages. */
export const PUBLIC_FORM = {
  config: { access: 'public', budget: FORM_BUDGET },
  onRequest: refuseForeignPages,
} as const;

import { getOverview } from '@keepsake/contracts/overview';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { OVERVIEW_PARTS, type OverviewPartName } from '@keepsake/contracts/platform/start-of-page';
import type { FastifyRequest } from 'fastify';
import { reportFailure } from '../../../platform/http/report-failure.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Module, OverviewParts } from '../../../platform/module.ts';

type Deps = {
  parts(): OverviewParts;
  /** Services that are the retailer's own, by address: their data is not here. */
  services: Partial<Record<string, string>>;
  /** How long a part may take, in milliseconds. */
  limitMs?: number;
};
type Overview = ResponseOf<typeof getOverview>;
type Answer = NonNullable<Overview[OverviewPartName]>;

/** A slower part counts as failed: the others do not wait for it. */
const PART_LIMIT_MS = 3_000;

/** The first thing customers see: gathers the modules' parts, all at once; each part fails on its own. */
export function createOverview({ parts, services, limitMs = PART_LIMIT_MS }: Deps): Module {
  const read: Route = route(getOverview, async ({ customer: { customerId }, query, request }) => {
    const requested = query.parts;
    const own = parts();
    const existing = OVERVIEW_PARTS.filter((name) => !services[own[name].service]);
    const names = existing.filter((name) => requested?.includes(name) ?? true);
    const answers = names.map(async (name): Promise<[OverviewPartName, Answer]> => {
      const value = within<unknown>(limitMs, own[name].read(customerId));
      return [name, await value.then(succeed, (error) => fail(request, name, error))];
    });
    return Object.fromEntries(await Promise.all(answers)) as Overview;
  });
  return { routes: [read] };
}

/** The parts that these modules give, each once. Throws if one is missing or given twice. */
export function joinOverviewParts(modules: readonly Pick<Module, 'overview'>[]): OverviewParts {
  const given = modules.flatMap(({ overview = {} }) => Object.entries(overview));
  for (const name of OVERVIEW_PARTS) {
    const { length } = given.filter(([each]) => each === name);
    if (length !== 1) throw new Error(`The ${name} of the overview are given by ${length} modules`);
  }
  return Object.fromEntries(given) as OverviewParts;
}

const succeed = (value: unknown) => ({ status: 'ok', value }) as Answer;

function fail(request: FastifyRequest, part: OverviewPartName, error: unknown): Answer {
  reportFailure(request, error, `the ${part} of the overview failed`);
  return { status: 'failed', correlationId: request.id };
}

async function within<Value>(limitMs: number, value: Promise<Value>): Promise<Value> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`It took longer than ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([value, expired]);
  } finally {
    clearTimeout(timer);
  }
}

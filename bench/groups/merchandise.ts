import { CHANNEL_DOCUMENT, queryChannel } from '@keepsake/contracts/exchange/merchandise';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import autocannon from 'autocannon';
import { startEnvironment } from '../environment/start-environment.ts';
import { compared, type Figure } from '../figure.ts';

const CONNECTIONS = 8;
const ROUNDS = 4;
const SECONDS = 3;

type Request = { url: string; method: 'GET' | 'POST'; body?: string };

/** GraphQL for everything that a channel sells, compared with a plain route that returns the same number of bytes. */
export async function measureMerchandise(): Promise<Figure[]> {
  const environment = await startEnvironment('merchandise');
  try {
    const databaseUrl = await environment.createDatabase('bench_merchandise');
    const { address } = await environment.startNode(databaseUrl, { RATE_LIMIT_PER_MINUTE: '1000000' });
    const url = `${address}${SERVICE_PATHS.merchandise}${queryChannel.path}`;
    const ask = (query: string): Request => ({
      url,
      method: 'POST',
      body: JSON.stringify({ query, variables: { ID: 'pennyfern' } }),
    });
    const graphql = ask(CHANNEL_DOCUMENT);
    const headers = { 'content-type': 'application/json' };
    const bytes = (await (await fetch(url, { ...graphql, headers })).text()).length;
    const plain: Request = { url: `${address}/bench/plain?bytes=${bytes}`, method: 'GET' };
    const rates = { graphql: [] as number[], plain: [] as number[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const [first, second] = [await rateOf(graphql), await rateOf(plain)];
      // The first round is a warm-up.
      if (round > 0) rates.graphql.push(first);
      if (round > 0) rates.plain.push(second);
    }
    return [
      compared({
        figure: 'GraphQL beside a plain route',
        unit: 'requests/s',
        measured: meanOf(rates.graphql),
        baseline: meanOf(rates.plain),
        atLeast: 0.5,
        note: `${bytes} bytes, ${CONNECTIONS} connections`,
      }),
    ];
  } finally {
    await environment.stop();
  }
}

async function rateOf(request: Request): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const { requests, non2xx } = await autocannon({
    ...request,
    headers: request.body ? headers : {},
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  if (non2xx > 0) throw new Error(`${non2xx} answers of ${request.url} were no success`);
  return requests.average;
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

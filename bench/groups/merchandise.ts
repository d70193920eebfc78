import { CHANNEL_DOCUMENT, queryChannel } from '@keepsake/contracts/exchange/merchandise';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { requestsPerSecond } from '../harness/requests.ts';
import { paired } from '../harness/rounds.ts';

const CONNECTIONS = 8;
const ROUNDS = 4;

/** GraphQL for everything that a channel sells, compared with a plain route that returns the same number of bytes. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('merchandise');
  const { address } = await environment.serve(await environment.createDatabase());
  const url = `${address}${SERVICE_PATHS.merchandise}${queryChannel.path}`;
  const body = JSON.stringify({ query: CHANNEL_DOCUMENT, variables: { ID: 'pennyfern' } });
  const headers = { 'content-type': 'application/json' };
  const bytes = (await (await fetch(url, { method: 'POST', body, headers })).bytes()).length;
  const plain = `${address}/bench/plain?bytes=${bytes}`;
  const rates = await paired(
    {
      graphql: () => requestsPerSecond({ url, body, connections: CONNECTIONS }),
      plain: () => requestsPerSecond({ url: plain, connections: CONNECTIONS }),
    },
    ROUNDS,
  );
  const note = `${bytes} bytes, ${CONNECTIONS} connections`;
  return [
    figure('GraphQL beside a plain route', rates.graphql, 'requests/s', {
      beside: rates.plain,
      atLeast: 0.5,
      note,
    }),
  ];
}

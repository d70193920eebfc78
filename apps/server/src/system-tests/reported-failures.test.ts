import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { SERVICE_SCOPES } from '@keepsake/contracts/platform/endpoint';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { PUSH_SOCKET_PATH } from '@keepsake/contracts/push';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { newCustomerId } from '../testing/customer-ids.ts';
import { doorsOf, type Knocked, knock } from '../testing/knock.ts';
import { type Mounted, noteRoutes } from '../testing/note-routes.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/**
 * Each failure of ours is one line at error level, whichever door it came in by. Every table of a running node is moved out of
 * sight, so that whatever asks the database fails.
 */
type Line = {
  level: number;
  msg: string;
  correlationId?: string;
  err?: object;
  task?: string;
  attempt?: number;
};
const ERROR = 50;
const SHOP_TOKEN = 'the-token-of-the-shop-0123456789abcdef';

const lines: Line[] = [];
const errorsOf = (correlationId: string) =>
  lines.filter((line) => line.level >= ERROR && line.correlationId === correlationId);

let installation: Installation;
let mounted: Mounted[];
const node = () => installation.nodes[0] as Installation['nodes'][number];
const db = () => node().connection.db;

beforeAll(async () => {
  [installation, mounted] = await noteRoutes(() =>
    startInstallation({
      identity: 'embedded',
      logTo: (line) => lines.push(JSON.parse(line)),
      env: {
        DEMO_SHOP: 'on',
        SERVICE_TOKENS: JSON.stringify({ shop: { token: SHOP_TOKEN, scopes: SERVICE_SCOPES } }),
      },
    }),
  );
  await sql`alter schema public rename to out_of_sight`.execute(db());
});
afterAll(async () => {
  await sql`alter schema out_of_sight rename to public`.execute(db());
  await installation.stop();
});

describe('each failure is reported once', () => {
  test('by every call and page of the server', async () => {
    const customer = await installation.tokenFor(newCustomerId());
    const answers: Knocked[] = [];
    for (const door of doorsOf(mounted))
      for (const token of [customer, SHOP_TOKEN]) answers.push(await knock(node(), door, token));
    const wrong = answers.filter(({ id, status }) => errorsOf(id).length !== (status >= 500 ? 1 : 0));
    expect(wrong.map((answer) => ({ ...answer, lines: errorsOf(answer.id).map(({ msg }) => msg) }))).toEqual(
      [],
    );
    const failed = answers.filter(({ status }) => status >= 500);
    const withoutCause = failed.filter(({ id }) => errorsOf(id)[0]?.err === undefined);
    expect(withoutCause.map(({ door }) => door)).toEqual([]);
    const areas = new Set(failed.map(({ door }) => door.split(/[ /]/)[2]));
    const every = ['api', 'gallery', 'identity', 'oidc', 'operator', 'sitemap.xml'];
    expect([...areas]).toEqual(expect.arrayContaining(every));
    const atProvider = failed
      .filter(({ door }) => door.endsWith('/oidc/*'))
      .map(({ door }) => door.split(' ')[0]);
    expect(new Set(atProvider)).toEqual(new Set(['GET', 'POST']));
  }, 120_000);

  test('by sockets', async () => {
    const id = randomUUID();
    const address = `${node().address.replace('http', 'ws')}${SERVICE_PATHS.push}${PUSH_SOCKET_PATH}`;
    const socket = new WebSocket(address, { headers: { 'x-correlationid': id } });
    await once(socket, 'open');
    socket.send(
      JSON.stringify({ action: 'authenticate', token: await installation.tokenFor(newCustomerId()) }),
    );
    await once(socket, 'close');
    expect(errorsOf(id)).toHaveLength(1);
  });

  test('by jobs', async () => {
    const before = lines.length;
    for (const { name } of node().tasks)
      await sql`select graphile_worker.add_job(${name}, '{}'::json, max_attempts => 5)`.execute(db());
    const readJobs = async () => {
      const { rows } = await sql<{ task: string; last_error: string | null }>`
        select task_identifier as task, last_error from graphile_worker.jobs
        where key is null and run_at <= now() + interval '30 seconds'`.execute(db());
      return rows;
    };
    const running = async () => (await readJobs()).filter(({ last_error }) => last_error === null);
    await expect.poll(running, { timeout: 60_000 }).toEqual([]);
    const failed = (await readJobs()).flatMap(({ task, last_error }) => (last_error === null ? [] : task));
    expect(failed.length).toBeGreaterThan(20);
    const errors = lines
      .slice(before)
      .filter(({ level, correlationId, attempt = 1 }) => level >= ERROR && !correlationId && attempt === 1);
    expect(errors.map(({ task, msg }) => task ?? msg).toSorted()).toEqual(failed.toSorted());
  }, 120_000);
});

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/database/migrate.ts';
import { newCustomerId } from '../apps/server/src/platform/ids.ts';
import { photoBytesOf } from './photo-bytes.ts';
import { median } from './statistics.ts';

/**
 * Megabytes per second until acknowledged, as medians: by our commit, and by a plain route that writes, hashes and fsyncs. `ratio` is
 * the median of the ratios of single rounds.
 */
export type AcceptRate = {
  clients: number;
  way: string;
  megabytesPerSecond: number;
  plain: number;
  ratio: number;
};

const FILE_BYTES = 3_600_000;
const FILES_PER_ROUND = 160;
const ROUNDS = 9;
const PART_HEADERS = { 'content-type': 'application/offset+octet-stream' };

/**
 * Rounds of both servers alternate, each in a process of its own. A shared disk or machine is slow for a while and then fast again,
 * which affects all parts of a round alike: so each round gives a ratio, and their median counts. The best round of each server,
 * wherever it fell, would compare two lucky moments.
 */
export async function measureAccept(): Promise<AcceptRate[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-accept-'));
  const ignore = () => undefined;
  const log = { info: ignore, warn: console.warn, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const servers: ChildProcess[] = [];
  try {
    await migrateDatabase(postgres.url);
    await mkdir(path.join(dataDir, 'plain'));
    const ours = await startServer(
      servers,
      '../apps/server/src/modules/library/uploads/serve-uploads.fixture.ts',
      {
        DATABASE_URL: postgres.url,
        DATA_DIR: dataDir,
      },
    );
    const plain = await startServer(servers, './plain-accept-server.ts', {
      DATA_DIR: path.join(dataDir, 'plain'),
    });
    const rates: AcceptRate[] = [];
    for (const clients of [4, 50]) rates.push(...(await compare(clients, ours, plain)));
    return rates;
  } finally {
    for (const server of servers) server.kill();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startServer(
  servers: ChildProcess[],
  file: string,
  env: Record<string, string>,
): Promise<string> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, ...env, PORT: '0' },
  });
  servers.push(child);
  const [address] = await once(child, 'message');
  return address;
}

async function compare(clients: number, ours: string, plain: string): Promise<AcceptRate[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const customer = newCustomerId();
  const ways = {
    plain: () => sendPlain(agent, plain),
    together: () => sendTogether(agent, ours, customer),
    apart: () => sendApart(agent, ours, customer),
  };
  const rounds: Record<keyof typeof ways, number>[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const rates = { plain: 0, together: 0, apart: 0 };
    for (const way of inTurn(round)) rates[way] = await measureRound(clients, ways[way]);
    if (round > 0) rounds.push(rates);
  }
  agent.destroy();
  const rateOf = (name: string, way: keyof typeof ways) => ({
    clients,
    way: name,
    megabytesPerSecond: Math.round(median(rounds.map((rates) => rates[way]))),
    plain: Math.round(median(rounds.map((rates) => rates.plain))),
    ratio: Math.round(median(rounds.map((rates) => rates[way] / rates.plain)) * 1_000) / 1_000,
  });
  return [rateOf('create with bytes, commit', 'together'), rateOf('create, bytes, commit', 'apart')];
}

/** Each way comes first, second and last equally often: what one leaves to the disk, the next waits for. */
function inTurn(round: number) {
  const ways = ['plain', 'together', 'apart'] as const;
  return ways.map((_, index) => ways[(index + round) % ways.length] ?? 'plain');
}

async function measureRound(clients: number, send: () => Promise<void>): Promise<number> {
  let left = FILES_PER_ROUND;
  const start = performance.now();
  const work = async () => {
    while (left-- > 0) await send();
  };
  await Promise.all(Array.from({ length: clients }, work));
  return (FILES_PER_ROUND * FILE_BYTES) / 1_000 / (performance.now() - start);
}

const newFile = photoBytesOf(FILE_BYTES);

async function sendPlain(agent: http.Agent, address: string) {
  await call(agent, new URL('/files', address), { method: 'POST', headers: PART_HEADERS }, newFile());
}

async function sendTogether(agent: http.Agent, address: string, customer: string) {
  const headers = { ...tusHeaders(customer), ...PART_HEADERS, 'upload-length': String(FILE_BYTES) };
  const created = await call(
    agent,
    new URL('/api/uploads/files', address),
    { method: 'POST', headers },
    newFile(),
  );
  await commit(agent, new URL(created.location, address), customer);
}

async function sendApart(agent: http.Agent, address: string, customer: string) {
  const headers = { ...tusHeaders(customer), 'upload-length': String(FILE_BYTES) };
  const created = await call(agent, new URL('/api/uploads/files', address), { method: 'POST', headers }, []);
  const url = new URL(created.location, address);
  const sent = { ...tusHeaders(customer), ...PART_HEADERS, 'upload-offset': '0' };
  await call(agent, url, { method: 'PATCH', headers: sent }, newFile());
  await commit(agent, url, customer);
}

async function commit(agent: http.Agent, upload: URL, customer: string) {
  const id = upload.pathname.split('/').at(-1);
  const url = new URL(`/api/uploads/uploads/${id}/commit`, upload);
  const { body } = await call(agent, url, { method: 'POST', headers: tusHeaders(customer) }, []);
  if (JSON.parse(body).duplicate !== false) throw new Error(`A file was not saved: ${body}`);
}

function tusHeaders(customer: string) {
  return { authorization: `Bearer ${customer}`, 'tus-resumable': '1.0.0' };
}

type Request = { method: string; headers: Record<string, string> };

async function call(agent: http.Agent, url: URL, { method, headers }: Request, parts: Buffer[]) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const request = http.request(url, { agent, method, headers: { ...headers, 'content-length': length } });
  for (const part of parts) request.write(part);
  request.end();
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  const body = String(await buffer(answer));
  if ((answer.statusCode ?? 500) >= 300) throw new Error(`${answer.statusCode} ${body}`);
  return { location: answer.headers.location ?? '', body };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await measureAccept());

import http from 'node:http';
import { createPhoneTransfer } from '@keepsake/contracts/library/phone-transfers';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { type ServerNode, startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { photoBytesOf } from '../harness/pictures.ts';
import { residentMegabytes } from '../harness/process-tree.ts';
import { inParallel, paired, percentile } from '../harness/rounds.ts';
import { BROWSER, PHONE, type Sender, sendTogether } from '../harness/send-photos.ts';

const TRANSFERS = 50;
const PHOTOS = 100;
/** Small for a photo, in order to measure requests instead of bytes, which bench/groups/accept.ts measures. */
const BYTES = 300_000;
/** Photos that a page sends in parallel. */
const PARALLEL = 4;
const ROUNDS = 2;

/** Fifty phones sending a hundred photos each, compared with fifty signed-in browsers doing the same. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('phone-transfers');
  const node = await environment.serve(await environment.createDatabase());
  const before = await residentMegabytes(node.pid);
  const { phones, browsers } = await paired(
    { phones: () => sendFromMany(node, PHONE), browsers: () => sendFromMany(node, BROWSER) },
    ROUNDS,
  );
  const rates = (sent: readonly Sent[]) => sent.map(({ rate }) => rate);
  const name = `${TRANSFERS} phones, ${PHOTOS} photos of 300 kB each`;
  const note = 'against signed-in browsers';
  const slow = percentile(
    phones.flatMap(({ times }) => times),
    99,
  );
  const seconds = phones.map(({ rate }) => (TRANSFERS * PHOTOS) / rate);
  const memory = (await residentMegabytes(node.pid)) - before;
  return [
    figure(name, rates(phones), 'photos/s', { beside: rates(browsers), atLeast: 0.8, note }),
    figure('all of them', seconds, 's'),
    figure('a photo until saved, p99', slow, 'ms', { atMost: 10_000 }),
    figure('memory of the server, more than idle', memory, 'MB'),
  ];
}

/** Photos per second, and the milliseconds until each was saved. */
type Sent = { rate: number; times: number[] };

async function sendFromMany(node: ServerNode, under: string): Promise<Sent> {
  const tokens = await Promise.all(Array.from({ length: TRANSFERS }, () => newToken(node, under)));
  const agent = new http.Agent({ keepAlive: true });
  const newPhoto = photoBytesOf(BYTES);
  const times: number[] = [];
  const sendAll = (sender: Sender) =>
    inParallel(PARALLEL, PHOTOS, async () => {
      const start = performance.now();
      await sendTogether(sender, newPhoto());
      times.push(performance.now() - start);
    });
  const start = performance.now();
  await Promise.all(tokens.map((token) => sendAll({ agent, address: node.address, token, under })));
  const seconds = (performance.now() - start) / 1_000;
  agent.destroy();
  return { rate: (TRANSFERS * PHOTOS) / seconds, times };
}

/** That of a new customer, or of a phone that scanned the customer's code. */
async function newToken(node: ServerNode, under: string): Promise<string> {
  const customer = await node.signIn(newCustomerId());
  if (under === BROWSER) return customer.token;
  const path = SERVICE_PATHS.uploads + createPhoneTransfer.path;
  return (await customer.sendJson<{ token: string }>('POST', path, {})).token;
}

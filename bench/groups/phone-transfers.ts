import http from 'node:http';
import { createPhoneTransfer } from '@keepsake/contracts/library/phone-transfers';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { readResidentBytes } from '../../apps/server/src/platform/images/decoder-process.ts';
import { startEnvironment } from '../environment/start-environment.ts';
import { compared, type Figure, limited, reported } from '../figure.ts';
import { browserSender, phoneSender, type Sender, sendPhotos } from '../phone/send-photos.ts';
import { percentile } from '../statistics.ts';

const TRANSFERS = 50;
const PHOTOS = 100;
/** Small for a photo, in order to measure requests instead of bytes, which bench/groups/accept.ts measures. */
const BYTES = 300_000;
const ROUNDS = 2;

/**
 * Fifty phones sending a hundred photos each, compared with fifty signed-in browsers doing the same; the better of two rounds.
 */
export async function measurePhoneTransfers(): Promise<Figure[]> {
  const environment = await startEnvironment('phone');
  try {
    const { address, pid } = await environment.startNode(await environment.createDatabase('bench_phone'));
    const before = await residentMegabytes(pid);
    const best = { phones: 0, browsers: 0 };
    let times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const tokens = await Promise.all(
        Array.from({ length: TRANSFERS }, () => environment.tokenFor(newCustomerId())),
      );
      const browsers = await measureRound(address, tokens.map(browserSender));
      const codes = await Promise.all(tokens.map((token) => makeCode(address, token)));
      const phones = await measureRound(address, codes.map(phoneSender));
      best.browsers = Math.max(best.browsers, browsers.rate);
      if (phones.rate > best.phones) times = phones.times;
      best.phones = Math.max(best.phones, phones.rate);
    }
    const figure = `${TRANSFERS} phones, ${PHOTOS} photos of 300 kB each`;
    return [
      compared({
        figure,
        unit: 'photos/s',
        measured: best.phones,
        baseline: best.browsers,
        atLeast: 0.8,
        note: 'against signed-in browsers',
      }),
      reported({ figure: 'all of them', unit: 's', measured: (TRANSFERS * PHOTOS) / best.phones }),
      limited({
        figure: 'a photo until saved, p99',
        unit: 'ms',
        measured: percentile(times, 0.99),
        atMost: 10_000,
      }),
      reported({
        figure: 'memory of the server, more than idle',
        unit: 'MB',
        measured: (await residentMegabytes(pid)) - before,
      }),
    ];
  } finally {
    await environment.stop();
  }
}

async function makeCode(address: string, token: string): Promise<string> {
  const url = new URL(SERVICE_PATHS.uploads + createPhoneTransfer.path, address);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: '{}' });
  return ((await answer.json()) as { token: string }).token;
}

async function measureRound(address: string, senders: readonly Sender[]) {
  const agent = new http.Agent({ keepAlive: true });
  const start = performance.now();
  const times = await Promise.all(
    senders.map((sender) => sendPhotos(sender, { address, agent, photos: PHOTOS, bytes: BYTES })),
  );
  const seconds = (performance.now() - start) / 1_000;
  agent.destroy();
  return { rate: (TRANSFERS * PHOTOS) / seconds, times: times.flat() };
}

async function residentMegabytes(pid: number): Promise<number> {
  return ((await readResidentBytes(pid)) ?? Number.NaN) / 1_024 ** 2;
}

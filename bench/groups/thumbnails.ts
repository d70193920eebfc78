import path from 'node:path';
import type { PhotoPage } from '@keepsake/contracts/library/photos';
import autocannon from 'autocannon';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { startEnvironment } from '../environment/start-environment.ts';
import { writeThumbnail } from '../environment/write-thumbnail.ts';
import { compared, type Figure } from '../figure.ts';
import { median } from '../statistics.ts';
import { seedLibrary } from '../timeline/seed-library.ts';

const KEY = 'photos/bench';
const CONNECTIONS = 16;
const ROUNDS = 5;
const SECONDS = 3;

/** Thumbnails by signed address, compared with the same file from a plain static route of the same process. */
export async function measureThumbnails(): Promise<Figure[]> {
  const environment = await startEnvironment('thumbnails');
  try {
    const databaseUrl = await environment.createDatabase('bench_thumbnails');
    const customerId = newCustomerId();
    await seedLibrary(databaseUrl, { customerId, photos: 1_000, objectKey: KEY });
    await writeThumbnail(path.join(environment.dataDir, 'objects', `${KEY}.300.jpg`));
    const { address, bareAddress } = await environment.startNode(databaseUrl);
    const signed = await thumbnailPaths(address, await environment.tokenFor(customerId));
    await requireSameBytes(`${bareAddress}/${KEY}.300.jpg`, address + signed[0]);
    const rates: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      const bare = await requestsPerSecond(bareAddress, [`/${KEY}.300.jpg`]);
      const ours = await requestsPerSecond(address, signed);
      if (round === 0) continue;
      rates.bare.push(bare);
      rates.ours.push(ours);
    }
    const figure = `thumbnails, ${CONNECTIONS} connections, beside a bare static file`;
    const [measured, baseline] = [median(rates.ours), median(rates.bare)];
    return [compared({ figure, measured, baseline, unit: 'requests/s', atLeast: 0.6 })];
  } finally {
    await environment.stop();
  }
}

async function thumbnailPaths(address: string, token: string): Promise<string[]> {
  const url = `${address}/api/photo-management/photos?limit=200`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const { images } = (await answer.json()) as PhotoPage;
  return images.flatMap(({ thumbnails }) => thumbnails.filter(({ id }) => id === 300).map(({ url }) => url));
}

async function requireSameBytes(...urls: string[]): Promise<void> {
  const [one, other] = await Promise.all(
    urls.map(async (url) => Buffer.from(await (await fetch(url)).bytes())),
  );
  if (!other || !one?.equals(other)) throw new Error('The thumbnail is not the file that it should be');
}

async function requestsPerSecond(address: string, paths: readonly string[]): Promise<number> {
  const result = await autocannon({
    url: address,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: paths.map((requestPath) => ({ path: requestPath })),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`Thumbnails failed: ${JSON.stringify(result)}`);
  return result.requests.average;
}

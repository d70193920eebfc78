import path from 'node:path';
import type { PhotoPage } from '@keepsake/contracts/library/photos';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { writeThumbnail } from '../harness/pictures.ts';
import { requestsPerSecond } from '../harness/requests.ts';
import { paired } from '../harness/rounds.ts';
import { seedLibrary } from '../harness/seed-library.ts';

const KEY = 'photos/bench';
const CONNECTIONS = 16;
const ROUNDS = 5;

/** Thumbnails by signed address, compared with the same file from a plain static route of the same process. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('thumbnails');
  const database = await environment.createDatabase();
  const customerId = await seedLibrary(database, { photos: 1_000, objectKey: KEY });
  await writeThumbnail(path.join(database.dataDir, 'objects', `${KEY}.300.jpg`), 300);
  const node = await environment.serve(database);
  const customer = await node.signIn(customerId);
  const { images } = await customer.read<PhotoPage>(`${SERVICE_PATHS.photoManagement}/photos?limit=200`);
  const paths = images
    .flatMap(({ thumbnails }) => thumbnails.filter(({ id }) => id === 300))
    .map(({ url }) => url);
  const bare = `${node.bareAddress}/${KEY}.300.jpg`;
  await requireSameBytes(bare, node.address + paths[0]);
  const rates = await paired(
    {
      ours: () => requestsPerSecond({ url: node.address, paths, connections: CONNECTIONS }),
      bare: () => requestsPerSecond({ url: bare, connections: CONNECTIONS }),
    },
    ROUNDS,
  );
  const name = `thumbnails, ${CONNECTIONS} connections, beside a bare static file`;
  return [figure(name, rates.ours, 'requests/s', { beside: rates.bare, atLeast: 0.6 })];
}

async function requireSameBytes(...urls: string[]): Promise<void> {
  const read = async (url: string) => Buffer.from(await (await fetch(url)).bytes());
  const [one, other] = await Promise.all(urls.map(read));
  if (!other || !one?.equals(other)) throw new Error('The thumbnail is not the file that it should be');
}

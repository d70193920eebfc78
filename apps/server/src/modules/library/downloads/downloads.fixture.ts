import { randomBytes } from 'node:crypto';
import type { Download } from '@keepsake/contracts/library/downloads';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import pino from 'pino';
import { addStoredPhoto } from '../../../testing/photos.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createPresentPhotos } from '../photos/index.ts';
import type { Deps } from './deps.ts';
import { createDownloads } from './index.ts';

type AnyBody = Required<ProblemBody> & { items: Download[]; url: string; id: string };

/** The downloads module with its jobs; `shared.find` decides which albums are shared. */
export async function startDownloads() {
  const shared = { find: (async () => null) as Deps['findSharedAlbum'] };
  const findSharedAlbum: Deps['findSharedAlbum'] = (...requested) => shared.find(...requested);
  const hidden = new Set<CustomerId>();
  const isLibraryHidden = async (customerId: CustomerId) => hidden.has(customerId);
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const world = await startWorld({
    hasWorker: true,
    log,
    modules: (parts) => [
      createDownloads({
        ...parts,
        findSharedAlbum,
        isLibraryHidden,
        presentPhotos: createPresentPhotos(parts),
      }),
    ],
  });
  return {
    ...world,
    shared,
    /** Customers whose library is hidden. */
    hidden,
    logged: () => lines.join(''),
    call: (customerId: CustomerId, method: string, path: string, body?: object) =>
      world.call<AnyBody>(customerId, method, `/downloads${path}`, body),
    /** Adds a photo with these bytes. */
    async add(customerId: CustomerId, fileName: string, content = randomBytes(3_000)) {
      const details = { fileName, takenAt: '2020-02-29T23:59:58' };
      return { ...(await addStoredPhoto(world, customerId, { ...details, content })), content };
    },
  };
}

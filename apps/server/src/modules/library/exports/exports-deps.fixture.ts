import pino from 'pino';
import { createMediaSigner } from '../../../platform/signed-urls.ts';
import type { Deps } from './deps.ts';

type Given = Pick<Deps, 'db' | 'objects' | 'clock'> & Partial<Deps>;

/** The module's dependencies in tests, both in this process and in those that are killed. */
export function createTestDeps(given: Given): Deps {
  return {
    signer: createMediaSigner({ secret: 'a secret of the tests', baseUrl: '' }),
    log: pino({ level: 'silent' }),
    publicUrl: 'https://photos.example',
    chunkBytes: 2 * 1024 ** 3,
    exportsPerDay: 2,
    presentPhotos: async () => [],
    isLibraryHidden: async () => false,
    ...given,
  };
}

import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { connectApi } from '#/shared/api/call.ts';
import { createSharedAlbumSource, sharedOwnerOf } from './album-source.ts';
import { makePhotos } from './photo.fixture.ts';

afterEach(() => void vi.unstubAllGlobals());

test('the owners of a shared album’s photos are known as long as the photos are', async () => {
  const ownerId = customerIdSchema.parse('0190a5a5-0000-7000-8000-000000000001');
  const images = makePhotos(0, 1).map((photo) => ({ ...photo, ownerId }));
  const ref = { albumId: '0190a5a5-0000-7000-8000-000000000002', photoId: images[0]?.imageId ?? '' };
  connectApi({
    services: { sharedAlbums: '/x' },
    accessToken: async () => 't',
    renewAccess: async () => false,
  });
  vi.stubGlobal('fetch', async () => Response.json({ cursor: null, images }));
  const client = new QueryClient();
  const source = createSharedAlbumSource(ref.albumId, { sortKey: 'created', sortOrder: 'desc' }, client);
  const { signal } = new AbortController();
  await source.loadPage({ section: { key: 'photos', count: 1 }, cursor: null, offset: 0, signal });
  expect(sharedOwnerOf(client, ref)).toBe(ownerId);
  expect(() => sharedOwnerOf(new QueryClient(), ref)).toThrow('is not known');
});

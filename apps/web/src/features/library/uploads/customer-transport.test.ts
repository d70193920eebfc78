// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { idOf, makePhoto } from '#/features/library/photos/photo.fixture.ts';
import { hideAndRemove, isRemovedIn, usePendingRemovals } from '#/features/library/state/index.ts';
import { connectApi } from '#/shared/api/call.ts';
import { createCustomerTransport } from './customer-transport.ts';

test('a photo that this page deleted shows again once it was added again', async () => {
  const photoId = idOf(1);
  connectApi({
    services: { uploads: '' },
    accessToken: async () => null,
    renewAccess: async () => false,
  });
  vi.stubGlobal('fetch', async () => Response.json({ photo: makePhoto(1), duplicate: true, restored: true }));
  const { result } = renderHook(() => usePendingRemovals('library'));
  await hideAndRemove('library', [photoId], async (onRemoved) => onRemoved([photoId]));
  const isHidden = () => isRemovedIn(result.current, photoId, 0);
  await vi.waitFor(() => expect(isHidden()).toBe(true));
  const transport = createCustomerTransport({ recall: () => null, remember() {}, forget() {} });
  const { signal } = new AbortController();
  const committed = await transport.commit(new File([], 'a.jpg'), 'upload', { signal });
  expect(committed).toEqual({ imageId: photoId, isDuplicate: true, isRestored: true });
  await vi.waitFor(() => expect(isHidden()).toBe(false));
});

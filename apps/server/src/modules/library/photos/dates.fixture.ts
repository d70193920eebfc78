import { randomUUID } from 'node:crypto';
import type { changeDates, DateChange, previewDates, undoDates } from '@keepsake/contracts/library/dates';
import type { getPhotoDetails } from '@keepsake/contracts/library/photo-details';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { startPhotos } from './photos.fixture.ts';

/** The photos module at a moment of 2026, with the calls that correct dates. */
export async function startDates() {
  const api = await startPhotos({ deletedDays: 30 });
  api.clock.now = new Date('2026-11-29T10:00:00Z');
  const change = (
    customerId: CustomerId,
    photoIds: readonly string[],
    to: object,
    key: string = randomUUID(),
  ) =>
    api.call<ResponseOf<typeof changeDates>>(
      customerId,
      'POST',
      '/photos/dates',
      { photoIds, change: to },
      { [IDEMPOTENCY_HEADER]: key },
    );
  return {
    ...api,
    change,
    set: (customerId: CustomerId, photoIds: readonly string[], date: string) =>
      change(customerId, photoIds, { kind: 'set', date }),
    shift: (customerId: CustomerId, photoIds: readonly string[], seconds: number, key?: string) =>
      change(customerId, photoIds, { kind: 'shift', seconds }, key),
    /** Back to what the files say. */
    reset: (customerId: CustomerId, photoIds: readonly string[]) =>
      change(customerId, photoIds, { kind: 'recorded' }),
    preview: (customerId: CustomerId, photoIds: readonly string[], to: DateChange) =>
      api.call<ResponseOf<typeof previewDates>>(customerId, 'POST', '/photos/dates/preview', {
        photoIds,
        change: to,
      }),
    undo: (customerId: CustomerId, changeId = '') =>
      api.call<ResponseOf<typeof undoDates>>(customerId, 'POST', '/photos/dates/undo', { changeId }),
    detailsOf: async (customerId: CustomerId, photoId: string) =>
      (await api.call<ResponseOf<typeof getPhotoDetails>>(customerId, 'GET', `/photos/${photoId}/details`))
        .body,
    /** Photos of these dates, null for unknown, in their order. */
    async addTaken(customerId: CustomerId, dates: readonly (string | null)[]): Promise<string[]> {
      const ids: string[] = [];
      for (const takenAt of dates) ids.push((await api.add(customerId, { takenAt })).photoId);
      return ids;
    },
    /** The dates of these photos as pages show them. */
    datesOf: (customerId: CustomerId, photoIds: readonly string[]) =>
      Promise.all(
        photoIds.map(async (photoId) => (await api.get(customerId, `/photos/${photoId}`)).body.dateTaken),
      ),
    monthsOf: async (customerId: CustomerId) =>
      (await api.get(customerId, '/users/timeline?sortKey=dateTaken')).body as unknown,
  };
}

export type TestDates = Awaited<ReturnType<typeof startDates>>;

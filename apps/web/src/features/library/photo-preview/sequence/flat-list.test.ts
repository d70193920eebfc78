import { describe, expect, test } from 'vitest';
import { idOf, makePhoto, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { type FlatAction, reduceFlat, startFlat, viewFlat } from './flat-list.ts';

const after = (actions: FlatAction[]) => actions.reduce(reduceFlat, startFlat(makePhoto(50)));
const page = (side: 'before' | 'after', from: number, count: number, cursor: string | null): FlatAction => {
  const images = side === 'after' ? makePhotos(from, count) : makePhotos(from, count).toReversed();
  return { type: 'fulfil', side, page: { cursor, images } };
};
const view = (actions: FlatAction[], n = 50, hidden: number[] = []) =>
  viewFlat(after(actions), {
    photoId: idOf(n),
    lastIndex: 0,
    hidden: new Map(hidden.map((one) => [idOf(one), { pending: 1, doneAt: 0 }])),
    reach: 2,
  });

describe('the library as one list', () => {
  test('starts at the opened photo and is fetched in both directions [PRV-25]', () => {
    expect(view([]).wanted).toEqual(['after', 'before']);
    expect(view([]).sequence).toMatchObject({ status: 'shown', next: undefined, previous: undefined });
  });

  test('keeps its order, whichever side is loaded first [PRV-25]', () => {
    const list = after([page('after', 51, 2, null), page('before', 47, 3, null)]);
    expect(list.photos.map(({ imageId }) => imageId)).toEqual([47, 48, 49, 50, 51, 52].map(idOf));
  });

  test('fetches the next page near the edge of what is loaded, and none beyond the end [PRV-02]', () => {
    const loaded = [page('after', 51, 30, 'more'), page('before', 20, 30, null)];
    expect(view(loaded, 55).wanted).toEqual([]);
    expect(view(loaded, 76).wanted).toEqual(['after']);
    expect(view(loaded, 21).wanted).toEqual([]);
    expect(view(loaded, 20).sequence.previous).toBeNull();
  });

  test('knows the position of a photo once both ends are reached', () => {
    const ends = [page('after', 51, 2, null), page('before', 47, 3, null)];
    expect(view(ends).sequence.position).toEqual({ at: 4, total: 6 });
    expect(view(ends.slice(0, 1)).sequence.position).toBeUndefined();
  });

  test('skips hidden photos and shows the neighbour instead of one [PRV-06]', () => {
    const ends = [page('after', 51, 2, null), page('before', 48, 2, null)];
    expect(view(ends, 50, [51]).sequence.next).toMatchObject({ imageId: idOf(52) });
    expect(view(ends, 50, [50]).sequence.photo?.imageId).toBe(idOf(51));
    expect(view(ends, 52, [52]).sequence.photo?.imageId).toBe(idOf(51));
  });

  test('contains as many visible photos around the current one as fit', () => {
    const ends = [page('after', 51, 4, null), page('before', 49, 1, null)];
    const stripAt = (n: number) =>
      view(ends, n, [52]).sequence.nearby.map(({ steps, photo }) => [steps, photo?.imageId]);
    expect(stripAt(50)).toEqual([
      [-1, idOf(49)],
      [0, idOf(50)],
      [1, idOf(51)],
      [2, idOf(53)],
    ]);
    expect(stripAt(54)[0]).toEqual([-2, idOf(51)]);
  });

  test('is empty once everything in it is gone [PRV-23]', () => {
    const ends = [page('after', 51, 0, null), page('before', 48, 0, null)];
    expect(view(ends, 50, [50]).sequence.status).toBe('empty');
  });

  test('loads beyond an end when photos were added, and removes deleted ones', () => {
    const ends = [page('after', 51, 1, null), page('before', 48, 0, null)];
    expect(view([...ends, { type: 'reopen' }]).wanted).toEqual(['after', 'before']);
    expect(view([...ends, { type: 'remove', photoIds: new Set([idOf(51)]) }]).sequence.next).toBeNull();
  });
});

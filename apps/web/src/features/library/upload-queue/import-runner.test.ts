import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { EMPTY_QUEUE, type ImportQueue } from './import-queue.ts';
import { createImportRunner } from './import-runner.ts';
import type { Transport } from './transport.ts';

afterEach(() => vi.useRealTimers());

const problem = (code: string, status: number) =>
  new ApiProblem({ code, status, url: '', correlationId: '', endpoint: 'uploadFile' });
const until = (check: () => void) => vi.waitFor(check, { timeout: 15_000 });
const photo = (name: string) => new File([`contents of ${name}`], name);

/** A runner with a transport that succeeds immediately by default. */
function start(given: Partial<Transport> = {}) {
  const store = createStore<ImportQueue>(() => EMPTY_QUEUE);
  const onSaved = vi.fn();
  const transport: Transport = {
    send: vi.fn(async (file) => `upload of ${file.name}`),
    commit: vi.fn(async (file) => ({ imageId: `photo of ${file.name}`, isDuplicate: false })),
    findKnown: vi.fn(async () => new Map()),
    addToAlbum: vi.fn(async () => undefined),
    forget: vi.fn(),
    ...given,
  };
  const runner = createImportRunner({
    store,
    transport,
    onSaved,
    hash: async (file) => `hash of ${file.name}`,
  });
  const statuses = () => store.getState().items.map(({ status }) => status);
  return { runner, store, transport, onSaved, statuses };
}

test('files are sent a few at a time, and all are saved', async () => {
  let [now, most] = [0, 0];
  const areMany = Promise.withResolvers<void>();
  const send = vi.fn(async () => {
    most = Math.max(most, ++now);
    if (now === 4) areMany.resolve();
    await areMany.promise;
    now -= 1;
    return 'upload';
  });
  const { runner, statuses, onSaved } = start({ send });
  runner.add(Array.from({ length: 40 }, (_, at) => photo(`${at}.jpg`)));
  await until(() => expect(new Set(statuses())).toEqual(new Set(['saved'])));
  expect(most).toBe(4);
  expect(onSaved).toHaveBeenCalledTimes(40);
});

test('photos are refreshed for a deleted one that came back, but not for one that was there', async () => {
  const commit = async ({ name }: File) => ({
    imageId: name,
    isDuplicate: true,
    isRestored: name === 'a.jpg' || undefined,
  });
  const { runner, statuses, onSaved } = start({ commit });
  runner.add([photo('a.jpg'), photo('b.jpg')]);
  await until(() => expect(statuses()).toEqual(['restored', 'known']));
  expect(onSaved).toHaveBeenCalledTimes(1);
});

test('a file whose content the library has is not sent', async () => {
  const { runner, transport, statuses } = start({
    findKnown: async () => new Map([['hash of a.jpg', 'photo']]),
  });
  runner.add([photo('a.jpg'), photo('b.jpg')]);
  await until(() => expect(statuses()).toEqual(['known', 'saved']));
  expect(transport.send).toHaveBeenCalledTimes(1);
});

test('a failed check holds nothing up', async () => {
  const { runner, statuses } = start({ findKnown: () => Promise.reject(problem('unexpected', 500)) });
  runner.add([photo('a.jpg')]);
  await until(() => expect(statuses()).toEqual(['saved']));
});

test('other files are rejected and never sent [IMP-02]', async () => {
  const { runner, store, transport } = start();
  runner.add([photo('a.gif')]);
  expect(store.getState().items).toMatchObject([{ status: 'refused', reason: 'wrong-type' }]);
  expect(transport.send).not.toHaveBeenCalled();
});

test('a lost network pauses all, and all continue when it is back', async () => {
  let isCut = true;
  const send = vi.fn(async () => {
    if (isCut) throw problem('network', 0);
    return 'upload';
  });
  const { runner, store, statuses } = start({ send });
  runner.add([photo('a.jpg'), photo('b.jpg')]);
  await until(() => expect(store.getState().pause).toBe('connection'));
  expect(statuses()).toEqual(['sending', 'sending']);
  isCut = false;
  runner.gate.reopen();
  await until(() => expect(statuses()).toEqual(['saved', 'saved']));
  expect(store.getState().pause).toBeNull();
});

test('a pause ends when the bytes of a large file move again', async () => {
  const send = vi.fn((_file: File, sending: { onProgress: (sent: number) => void }) => {
    if (send.mock.calls.length === 1) return Promise.reject(problem('network', 0));
    sending.onProgress(1);
    return new Promise<string>(() => {});
  });
  const { runner, store } = start({ send });
  runner.add([photo('a.jpg')]);
  await until(() => expect(store.getState().pause).toBe('connection'));
  runner.gate.reopen();
  await until(() => expect(store.getState().pause).toBeNull());
});

test('without network events it is retried after a delay', async () => {
  vi.useFakeTimers();
  const send = vi.fn(async () => 'upload').mockRejectedValueOnce(problem('too-many-requests', 429));
  const { runner, store, statuses } = start({ send });
  runner.add([photo('a.jpg')]);
  await vi.advanceTimersByTimeAsync(1);
  expect(store.getState().pause).toBe('busy');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(statuses()).toEqual(['saved']);
});

test('hanging requests are aborted when the network is known to be gone', async () => {
  const send = vi.fn((_file: File, { signal }: { signal: AbortSignal }) => {
    if (send.mock.calls.length > 1) return Promise.resolve('upload');
    return new Promise<string>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const { runner, store, statuses } = start({ send });
  runner.add([photo('a.jpg')]);
  await until(() => expect(send).toHaveBeenCalledTimes(1));
  runner.gate.lose();
  await until(() => expect(store.getState().pause).toBe('connection'));
  runner.gate.reopen();
  await until(() => expect(statuses()).toEqual(['saved']));
});

test('a file that is no photo is rejected; failed ones are retried together', async () => {
  vi.useFakeTimers();
  const commit = vi.fn(async (file: File) => {
    if (file.name === 'a.jpg') throw problem('not-a-photo', 422);
    if (commit.mock.calls.length <= 5) throw problem('unexpected', 500);
    return { imageId: 'photo', isDuplicate: false };
  });
  const { runner, store, statuses } = start({ commit });
  runner.add([photo('a.jpg'), photo('b.jpg')]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(store.getState().items.map(({ reason }) => reason)).toEqual(['not-a-photo', 'unexpected']);
  runner.retryFailed();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(statuses()).toEqual(['refused', 'saved']);
});

test('full storage fails waiting files, too', async () => {
  const { runner, store } = start({ send: () => Promise.reject(problem('storage-full', 507)) });
  runner.add(Array.from({ length: 9 }, (_, at) => photo(`${at}.jpg`)));
  await until(() => {
    expect(store.getState().items.every(({ reason }) => reason === 'storage-full')).toBe(true);
  });
});

test('a file too large for the remaining quota is rejected, and a smaller one still fits', async () => {
  const send = (file: File) =>
    file.name === 'large.jpg' ? Promise.reject(problem('quota-exceeded', 413)) : Promise.resolve('upload');
  const { runner, store } = start({ send });
  runner.add([photo('large.jpg'), photo('small.jpg')]);
  await until(() =>
    expect(store.getState().items).toMatchObject([
      { status: 'failed', reason: 'quota-exceeded' },
      { status: 'saved' },
    ]),
  );
});

test('a file deleted from the device does not wait for the network', async () => {
  const gone = photo('a.jpg');
  gone.slice = () => {
    throw new DOMException('gone', 'NotFoundError');
  };
  const { runner, store } = start({ send: () => Promise.reject(problem('network', 0)) });
  runner.add([gone]);
  await until(() => expect(store.getState().items[0]?.reason).toBe('unreadable'));
});

test('cancelling stops running uploads [IMP-10]', async () => {
  let signal: AbortSignal | undefined;
  const send = (_file: File, sending: { signal: AbortSignal }) => {
    signal = sending.signal;
    return new Promise<string>(() => {});
  };
  const { runner, store } = start({ send });
  runner.add([photo('a.jpg')]);
  await until(() => expect(signal).toBeDefined());
  await runner.cancel();
  expect(signal?.aborted).toBe(true);
  expect(store.getState().items).toEqual([]);
});

test('each file goes into the album it was picked for, even if the library already has it [ALD-33]', async () => {
  const { runner, transport, statuses } = start({
    findKnown: async () => new Map([['hash of a.jpg', 'photo of a']]),
  });
  runner.add([photo('a.jpg'), photo('b.jpg')], { albumId: 'sea' });
  runner.add([photo('c.jpg')]);
  await until(() => expect(statuses()).toEqual(['known', 'saved', 'saved']));
  expect(transport.addToAlbum).toHaveBeenCalledExactlyOnceWith('sea', ['photo of a']);
  const albums = vi.mocked(transport.commit).mock.calls.map(([{ name }, , { albumId }]) => [name, albumId]);
  expect(new Map(albums as [string, string][])).toEqual(
    new Map([
      ['b.jpg', 'sea'],
      ['c.jpg', undefined],
    ]),
  );
});

test('a known photo that could not be added to its album is sent, unless the album is gone', async () => {
  const findKnown = async () => new Map([['hash of a.jpg', 'photo of a']]);
  const addToAlbum = () => Promise.reject(problem('network', 0));
  const cut = start({ findKnown, addToAlbum });
  cut.runner.add([photo('a.jpg')], { albumId: 'sea' });
  await until(() => expect(cut.statuses()).toEqual(['saved']));
  const gone = start({ findKnown, addToAlbum: () => Promise.reject(problem('not-found', 404)) });
  gone.runner.add([photo('a.jpg')], { albumId: 'sea' });
  await until(() => expect(gone.statuses()).toEqual(['known']));
  expect(gone.transport.send).not.toHaveBeenCalled();
});

test('a folder that becomes an album includes saved, running and waiting files', async () => {
  const sent = new Map<string, () => void>();
  const send = (file: File) =>
    file.name === 'done.jpg'
      ? Promise.resolve('upload')
      : new Promise<string>((resolve) => sent.set(file.name, () => resolve('upload')));
  const { runner, transport, statuses } = start({ send });
  runner.add([photo('done.jpg'), photo('going.jpg')], { folder: 'Italy' });
  runner.add([photo('other.jpg')]);
  await until(() => expect(statuses()).toEqual(['saved', 'sending', 'sending']));
  await runner.assign('Italy', 'italy');
  expect(transport.addToAlbum).toHaveBeenCalledExactlyOnceWith('italy', ['photo of done.jpg']);
  for (const finish of sent.values()) finish();
  await until(() => expect(statuses()).toEqual(['saved', 'saved', 'saved']));
  expect(transport.addToAlbum).toHaveBeenLastCalledWith('italy', ['photo of going.jpg']);
  expect(transport.addToAlbum).toHaveBeenCalledTimes(2);
});

test('photos from a phone are listed once, however often they are reported [UPL-02]', () => {
  const { runner, store } = start();
  const one = { uploadId: 'u1', imageId: 'p1', name: 'IMG_1.heic', bytes: 9, status: 'saved' as const };
  runner.receive([one]);
  runner.receive([one, { ...one, uploadId: 'u2', status: 'known' }]);
  expect(store.getState().items).toMatchObject([
    { id: 1, status: 'saved', imageId: 'p1' },
    { id: 2, status: 'known', imageId: 'p1' },
  ]);
});

test('a photo of more than 250 megapixels is refused before it is sent, with the reason [IMP-02]', async () => {
  const { runner, store, transport } = start();
  const header = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
  const size = [0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20]; // 20,000 by 20,000
  runner.add([new File([Uint8Array.from([...header, ...size])], 'poster.png', { type: 'image/png' })]);
  await until(() =>
    expect(store.getState().items).toMatchObject([{ status: 'refused', reason: 'too-many-pixels' }]),
  );
  expect(transport.send).not.toHaveBeenCalled();
});

test('a picture of another kind that is named as a photo is refused before it is sent [IMP-02]', async () => {
  const { runner, store, transport } = start();
  runner.add([new File(['RIFF\0\0\0\0WEBPVP8 '], 'IMG-20200501-WA0001.jpg', { type: 'image/jpeg' })]);
  await until(() =>
    expect(store.getState().items).toMatchObject([{ status: 'refused', reason: 'wrong-type' }]),
  );
  expect(transport.send).not.toHaveBeenCalled();
});

test('a saved photo that cannot be displayed is marked, whether that is known before it is saved, after, or once the list is empty', async () => {
  const commit = async ({ name }: File) => ({ imageId: `photo of ${name}`, isDuplicate: false });
  const { runner, store } = start({ commit });
  const { note, awaited } = runner.shownPhotos;
  const shown = () => store.getState().items.map(({ name, canBeShown }) => [name, canBeShown]);
  note(new Map([['photo of early.jpg', false]]));
  runner.add(['early.jpg', 'late.jpg', 'good.jpg', 'last.jpg'].map(photo));
  await until(() =>
    expect(awaited()).toEqual(['late.jpg', 'good.jpg', 'last.jpg'].map((name) => `photo of ${name}`)),
  );
  note(
    new Map([
      ['photo of late.jpg', false],
      ['photo of good.jpg', true],
    ]),
  );
  expect(shown()).toEqual([
    ['early.jpg', false],
    ['late.jpg', false],
    ['good.jpg', undefined],
    ['last.jpg', undefined],
  ]);
  runner.clear();
  expect(awaited()).toEqual(['photo of last.jpg']);
  note(new Map([['photo of last.jpg', false]]));
  expect(shown()).toEqual([['last.jpg', false]]);
  note(new Map([['photo of last.jpg', true]]));
  expect(shown()).toEqual([['last.jpg', true]]);
});

test('files left unfinished by an earlier visit are listed, continue if kept, and are replaced when picked again', async () => {
  const { runner, store, statuses, transport } = start();
  const unfinished = (name: string, file: File | null) => {
    return { id: runner.newId(), name, bytes: photo(name).size, file };
  };
  runner.restore([unfinished('stored.jpg', photo('stored.jpg')), unfinished('gone.jpg', null)]);
  expect(store.getState().items).toMatchObject([
    { status: 'failed', unfinished: 'kept' },
    { status: 'refused', unfinished: 'gone' },
  ]);
  expect(transport.send).not.toHaveBeenCalled();
  runner.retryFailed();
  await until(() => expect(statuses()).toEqual(['saved', 'refused']));
  runner.add([photo('gone.jpg')]);
  await until(() => expect(statuses()).toEqual(['saved', 'saved']));
});

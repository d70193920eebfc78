import type { PhoneArrival } from '@keepsake/contracts/library/phone-arrivals';
import type { TransferringPhone } from '@keepsake/contracts/library/phone-transfers';
import { expect, test, vi } from 'vitest';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { answer, takeReports } from '#/shared/error-reports.fixture.ts';
import { createPhoneLink, type PhoneTransferApi } from './phone-link.ts';

const arrival = (uploadId: string, duplicate = false): PhoneArrival => ({
  uploadId,
  imageId: `photo of ${uploadId}`,
  fileName: `${uploadId}.heic`,
  bytes: 9,
  duplicate,
});
const gone = new ApiProblem({
  status: 404,
  code: 'not-found',
  url: '',
  correlationId: '',
  endpoint: 'renewPhoneTransfer',
});

const phone = (stated: Partial<TransferringPhone>): TransferringPhone => ({
  phoneId: 'p',
  picked: 0,
  sent: 0,
  refusals: [],
  isOpen: true,
  ...stated,
});

/** A link to a service that creates code after code and returns the given arrivals and phones. */
function start(
  given: Partial<PhoneTransferApi> = {},
  arrivals: PhoneArrival[] = [],
  { isOpened = false, phones = [] }: { isOpened?: boolean; phones?: TransferringPhone[] } = {},
) {
  let made = 0;
  const expiresAt = '2026-05-01T10:20:00Z';
  const api = {
    create: vi.fn(async () => {
      made += 1;
      return { transferId: `t${made}`, token: `token ${made}`, pageUrl: '', isReachable: true, expiresAt };
    }),
    renew: vi.fn(async () => ({ expiresAt })),
    read: vi.fn(async () => ({ expiresAt, isOpened, arrivals, phones })),
    end: vi.fn(async () => undefined),
    ...given,
  };
  const came: string[] = [];
  const refused: string[][] = [];
  const link = createPhoneLink({
    api,
    onArrived: (some) => came.push(...some.map(({ name }) => name)),
    onRefused: (some) => refused.push(some.map(({ fileName, reason }) => `${fileName} ${reason}`)),
  });
  const push = (transferId: string, arrived: PhoneArrival | null) =>
    link.receive({
      id: 'm',
      timestamp: expiresAt,
      type: 'phone-transfer-changed',
      data: { transferId, arrival: arrived },
    });
  return { link, api, came, refused, push };
}

test('an arrival is passed on once, whether pushed or polled, and only for the displayed code [UPL-02]', async () => {
  const { link, came, push } = start({}, [arrival('a'), arrival('b')]);
  await link.open(undefined);
  push('t1', arrival('a'));
  push('another', arrival('x'));
  await link.catchUp();
  expect(came).toEqual(['a.heic', 'b.heic']);
});

test('an expired code is replaced by a new one; a lost network replaces nothing', async () => {
  const renew = vi
    .fn<PhoneTransferApi['renew']>()
    .mockRejectedValueOnce(new Error('network'))
    .mockRejectedValueOnce(gone);
  const { link } = start({ renew });
  await link.open(undefined);
  await link.renew();
  expect(link.store.getState()).toMatchObject({ code: { transferId: 't1' } });
  await link.renew();
  expect(link.store.getState()).toMatchObject({ code: { transferId: 't2' }, hasPhone: false });
});

test('another album needs another code; the same one keeps it and polls arrivals', async () => {
  const { link, api, came } = start({}, [arrival('a')]);
  await link.open('sea');
  await link.open('sea');
  expect(came).toEqual(['a.heic']);
  expect(api.create).toHaveBeenCalledExactlyOnceWith('sea');
  await link.open('hills');
  expect(api.end).toHaveBeenCalledWith('t1');
  expect(api.create).toHaveBeenLastCalledWith('hills');
});

test('released, an unused code ends immediately and a used one expires; stopped, it ends after collecting arrivals', async () => {
  const arrivals: PhoneArrival[] = [];
  const { link, api, push, came } = start({}, arrivals);
  await link.open(undefined);
  link.release();
  expect(api.end).toHaveBeenCalledExactlyOnceWith('t1');
  await link.open(undefined);
  push('t2', null);
  link.release();
  expect(api.end).toHaveBeenCalledTimes(1);
  await link.open(undefined);
  push('t3', null);
  arrivals.push(arrival('late'));
  await link.stop();
  expect(api.end).toHaveBeenLastCalledWith('t3');
  expect(came).toEqual(['late.heic']);
  expect(link.store.getState()).toEqual({ status: 'none' });
});

test('counts photos remaining on phones, of all they picked, whatever the order of messages [UPL-02]', async () => {
  const arrivals: PhoneArrival[] = [];
  const { link, push } = start({}, arrivals, { phones: [phone({ picked: 2 }), phone({ picked: 1 })] });
  const left = () => link.store.getState();
  await link.open(undefined);
  push('t1', null);
  await vi.waitFor(() => expect(left()).toMatchObject({ onPhone: 3, phase: 'sending', hasPhone: true }));
  push('t1', arrival('a'));
  push('t1', arrival('a'));
  expect(left()).toMatchObject({ onPhone: 2 });
  arrivals.push(arrival('a'), arrival('b'), arrival('c'));
  await link.catchUp();
  expect(left()).toMatchObject({ onPhone: 0, leftBehind: 0, phase: 'finished' });
});

test('files a phone could not send are listed with reasons, and the transfer ends without them [UPL-02]', async () => {
  const refusals = [{ refusalId: 'r', fileName: 'letter.jpg', reason: 'not-a-photo' as const }];
  const phones = [phone({ picked: 1, sent: 1, refusals })];
  const { link, refused } = start({}, [arrival('a')], { phones });
  await link.open(undefined);
  await link.catchUp();
  expect(refused.at(-1)).toEqual(['letter.jpg not-a-photo']);
  expect(link.store.getState()).toMatchObject({ onPhone: 0, phase: 'finished' });
});

test('photos on a phone whose page was closed are no longer awaited, until it is reopened [UPL-02]', async () => {
  const phones = [phone({ picked: 3, sent: 1, isOpen: false })];
  const { link } = start({}, [arrival('a')], { phones });
  await link.open(undefined);
  await link.catchUp();
  expect(link.store.getState()).toMatchObject({ onPhone: 0, leftBehind: 2, phase: 'closed' });
  phones[0] = phone({ picked: 3, sent: 1 });
  await link.catchUp();
  expect(link.store.getState()).toMatchObject({ onPhone: 2, leftBehind: 0, phase: 'sending' });
});

test('a code still being created is not shown for another album, nor after it was given up', async () => {
  const { link, api } = start();
  await Promise.all([link.open(undefined), link.open('sea')]);
  expect(link.store.getState()).toMatchObject({ albumId: 'sea', code: { transferId: 't2' } });
  expect(api.end).toHaveBeenCalledExactlyOnceWith('t1');
  const opening = link.open('hills');
  link.release();
  await opening;
  expect(link.store.getState()).toEqual({ status: 'none' });
  expect(api.end).toHaveBeenLastCalledWith('t3');
});

test('calls of a code that fail are reported once each; those of an expired code are no failure', async () => {
  const failing = new Error('network');
  const calls = (error: Error): Partial<PhoneTransferApi> => ({
    renew: () => Promise.reject(error),
    read: () => Promise.reject(error),
    end: () => Promise.reject(error),
  });
  const use = async (error: Error) => {
    const reported = takeReports(() => answer(404));
    const { link, push } = start(calls(error));
    await link.open(undefined);
    await link.renew();
    link.release();
    await link.open(undefined);
    push('t2', null);
    await link.catchUp();
    return reported;
  };
  const actions = [
    'RENEW_PHONE_TRANSFER_FAILED',
    'END_PHONE_TRANSFER_FAILED',
    'FOLLOW_PHONE_TRANSFER_FAILED',
  ];
  const reported = await use(failing);
  await expect.poll(() => reported.toSorted()).toEqual(actions.toSorted());
  expect(await use(gone)).toEqual([]);
});

// @vitest-environment happy-dom
import { PHONE_TRANSFER_RENEWAL_MS } from '@keepsake/contracts/library/phone-transfers';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { code, ids, photo, prepareImport, show, upload } from './import-dialog.fixture.tsx';
import type { createPhoneLink } from './phone-link.ts';

vi.mock('./import-session.ts', async (original) => ({
  ...(await original<object>()),
  useImportSession: vi.fn(),
}));
prepareImport();

test('the code on the phone’s tab leads to its page, with the address as text beside it [IMP-04] [IMP-07] [UPL-02]', async () => {
  const { press, phoneApi } = await show();
  expect(phoneApi.create).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('tab', { name: 'Transfer from Phone' }));
  expect(await screen.findByRole('img', { name: 'QR code for the page on your phone' })).toBeDefined();
  const address = screen.getByLabelText<HTMLInputElement>('Address of the page for your phone');
  expect(address.value).toBe('http://shop.example/phone?channel=pennyfern#the-token');
  expect(screen.getByText('Waiting for your phone')).toBeDefined();
  expect(screen.queryByText(/only works on this computer/)).toBeNull();
  await press('Cancel');
  expect(phoneApi.end).toHaveBeenCalledWith('t1');
});

const pushArrival = (phoneLink: ReturnType<typeof createPhoneLink>, uploadId: string, duplicate = false) =>
  phoneLink.receive({
    id: uploadId,
    timestamp: '2026-05-01T10:00:00Z',
    type: 'phone-transfer-changed',
    data: {
      transferId: 't1',
      arrival: { uploadId, imageId: ids.a, fileName: `${uploadId}.heic`, bytes: 9, duplicate },
    },
  });

test('photos from a phone appear as they arrive, and can be marked; a duplicate cannot; failed files are named [UPL-02] [PSH-07]', async () => {
  const refusals = [{ refusalId: 'r', fileName: 'letter.jpg', reason: 'not-a-photo' as const }];
  const phones = [{ phoneId: 'p', picked: 2, sent: 0, refusals, isOpen: true }];
  const read = async () => ({ expiresAt: code.expiresAt, isOpened: true, arrivals: [], phones });
  const { phoneLink, press } = await show({}, { phone: { read } });
  await userEvent.click(screen.getByRole('tab', { name: 'Transfer from Phone' }));
  await screen.findByText('Waiting for your phone');
  await act(() => phoneLink.catchUp());
  const push = (uploadId: string, duplicate: boolean) => pushArrival(phoneLink, uploadId, duplicate);
  act(() => push('u1', false));
  expect(await screen.findByText('u1.heic')).toBeDefined();
  expect(screen.getByText('Your phone is connected')).toBeDefined();
  expect(screen.getByText('1 of 2 saved')).toBeDefined();
  expect(screen.getByText('1 more on the phone. Keep the page open there.')).toBeDefined();
  expect(screen.getByText('letter.jpg')).toBeDefined();
  expect(screen.getByText('On your phone: This is not a photo we can read')).toBeDefined();
  await press('Remove letter.jpg from the list');
  await act(() => phoneLink.catchUp());
  expect(screen.queryByText('letter.jpg')).toBeNull();
  act(() => push('u2', true));
  act(() => push('u2', true));
  expect(screen.getByText('1 of 1 saved')).toBeDefined();
  expect(
    screen.getByText(/^Your phone has sent everything\. After you close this window, it can send more/),
  ).toBeDefined();
  expect(await screen.findAllByText('u2.heic')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Remove u1.heic from your library' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Remove u2.heic from your library' })).toBeNull();
});

test('photos sent by a phone after the dialog is closed go to the tray, and reopening lists nothing twice [UPL-02]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const arrival = (name: string) => ({
    uploadId: name,
    imageId: ids.a,
    fileName: name,
    bytes: 9,
    duplicate: false,
  });
  const arrivals = [arrival('a.heic')];
  const phones = [{ phoneId: 'p', picked: 1, sent: 1, refusals: [], isOpen: true }];
  const read = async () => ({ expiresAt: code.expiresAt, isOpened: true, arrivals, phones });
  const { phoneApi, phoneLink, press } = await show({}, { phone: { read } });
  await userEvent.click(screen.getByRole('tab', { name: 'Transfer from Phone' }));
  await screen.findByText('Waiting for your phone');
  await act(() => phoneLink.catchUp());
  await press('Done');
  await screen.findByText('1 photo saved to your library');

  phones[0] = { phoneId: 'p', picked: 3, sent: 1, refusals: [], isOpen: true };
  arrivals.push(arrival('b.heic'));
  await act(() => phoneLink.catchUp());
  expect(await screen.findByText('1 of 2 saved')).toBeDefined();
  vi.advanceTimersByTime(PHONE_TRANSFER_RENEWAL_MS);
  expect(phoneApi.renew, 'the code lasts while a phone sends').toHaveBeenCalled();
  await press('Show');
  await screen.findByRole('dialog');
  expect(screen.queryByText('a.heic')).toBeNull();
  expect(screen.getByText('b.heic')).toBeDefined();
  vi.useRealTimers();
});

test('photos sent by a phone one after another after the dialog is closed are announced together', async () => {
  const { phoneLink } = await show();
  await userEvent.click(screen.getByRole('tab', { name: 'Transfer from Phone' }));
  await screen.findByText('Waiting for your phone');
  await act(() => phoneLink.catchUp());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const name of ['u1', 'u2']) await act(async () => pushArrival(phoneLink, name));
  expect(await screen.findByText('2 photos saved to your library', {}, { timeout: 5_000 })).toBeDefined();
  expect(screen.queryByText('1 photo saved to your library')).toBeNull();
});

test('for a closed phone page the tray says what was not sent, without another file’s reason', async () => {
  const refusals = [{ refusalId: 'r', fileName: 'letter.jpg', reason: 'not-a-photo' as const }];
  const phones = [{ phoneId: 'p', picked: 1, sent: 0, refusals, isOpen: false }];
  const read = async () => ({ expiresAt: code.expiresAt, isOpened: true, arrivals: [], phones });
  const { phoneLink } = await show({}, { phone: { read } });
  await userEvent.click(screen.getByRole('tab', { name: 'Transfer from Phone' }));
  await screen.findByText('Waiting for your phone');
  await act(() => phoneLink.catchUp());
  await userEvent.keyboard('{Escape}');
  const tray = within(await screen.findByRole('complementary'));
  expect(
    tray.getAllByText(/^1 photo on your phone was not sent because the page was closed/),
  ).not.toHaveLength(0);
  expect(tray.queryByText('This is not a photo we can read')).toBeNull();
});

test('a saved photo that cannot be displayed says so in the list and in the tray, with what helps, and has no tick', async () => {
  const { pick, press, runner } = await show();
  const helps = /^1 photo has been saved but cannot be shown\. Open it/;
  await pick(photo('a.jpg'), photo('b.jpg'));
  await waitFor(() => expect(screen.getAllByText(/^Saved ·/)).toHaveLength(2));
  act(() => runner.shownPhotos.note(new Map([['a.jpg', false]])));
  expect(screen.getByText('Saved, but cannot be shown')).toBeDefined();
  expect(screen.getAllByText(helps).length).toBeGreaterThan(0);
  await userEvent.keyboard('{Escape}');
  expect(await within(await screen.findByRole('complementary')).findAllByText(helps)).toBeDefined();
  await press('Show');
  await press('Done');
  act(() => runner.shownPhotos.note(new Map([['b.jpg', false]])));
  expect(await within(await screen.findByRole('complementary')).findAllByText(helps)).toBeDefined();
});

test('with a loopback address the tab says so and shows how to set PUBLIC_URL [UPL-02]', async () => {
  await show({}, { phone: { create: async () => ({ ...code, isReachable: false }) } });
  await userEvent.click(screen.getByRole('tab', { name: 'Transfer from Phone' }));
  expect(await screen.findByText(/only works on this computer/)).toBeDefined();
  expect(screen.getByText(/PUBLIC_URL=http/)).toBeDefined();
  expect(screen.getByRole('img', { name: 'QR code for the page on your phone' })).toBeDefined();
});

test('a code that could not be created can be requested again', async () => {
  const create = vi.fn(async () => code).mockRejectedValueOnce(new Error('away'));
  const { press } = await show({}, { phone: { create } });
  await userEvent.click(screen.getByRole('tab', { name: 'Transfer from Phone' }));
  await screen.findByText('The code could not be created.');
  await press('Try again');
  expect(await screen.findByRole('img', { name: 'QR code for the page on your phone' })).toBeDefined();
});

test('the tab does not exist on phones, and without its flag [IMP-05] [IMP-06] [FLG-08]', async () => {
  await show({}, { featureFlags: upload });
  expect(screen.queryByRole('tab', { name: 'Transfer from Phone' })).toBeNull();
  cleanup();
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5);
  await show();
  expect(screen.queryByRole('tab', { name: 'Transfer from Phone' })).toBeNull();
});

test('a desktop has the tab however far the page is zoomed [IMP-05]', async () => {
  window.innerWidth = 390;
  await show();
  expect(screen.getByRole('tab', { name: 'Transfer from Phone' })).toBeDefined();
});

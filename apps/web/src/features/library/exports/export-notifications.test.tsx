// @vitest-environment happy-dom

import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { showApp } from '#/app/screens.fixture.tsx';
import { ALL_ON, open, prepareScreens } from '#/features/library/albums/albums.fixture.ts';
import { fakePush } from '#/shared/push.fixture.ts';
import { API, EXPORT_ID, exportAnswers, ON, summary } from './exports.fixture.ts';

prepareScreens();

const PHOTOS = '/my-photos/photos';
test.each([
  ['READY', 'Your photo export is ready'],
  ['FAILED', 'Your photo export could not be created'],
])(
  'an export that is %s is announced by the bell as soon as its push message arrives, and listed there',
  async (status, title) => {
    const answers = exportAnswers({ [`GET ${API}`]: { body: { items: [summary('IN_PROGRESS')] } } });
    const push = fakePush();
    await showApp({ path: PHOTOS, answers, flags: ON, push });
    await screen.findByRole('button', { name: 'Export photos' });
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeTruthy();
    answers[`GET ${API}`] = { body: { items: [summary(status)] } };
    await act(async () => push.say('exports-changed', {}));
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
    const link = screen.getByRole('link', { name: new RegExp(title) });
    expect(link.getAttribute('href')).toBe(`/my-photos/exports/${EXPORT_ID}`);
  },
);

test('exports are not requested while exporting is off [FLG-09]', async () => {
  let requested = 0;
  const list = () => {
    requested++;
    return { body: { items: [summary('READY')] } };
  };
  await open(PHOTOS, exportAnswers({ [`GET ${API}`]: list }), ALL_ON);
  await screen.findByRole('button', { name: 'Delete all photos' });
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeTruthy();
  expect(requested).toBe(0);
});

// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, customer, showApp } from '#/app/screens.fixture.tsx';
import { ALBUM, ALL_ON, API, answersOf, DONE } from '#/features/library/albums/albums.fixture.ts';
import { fakePush } from '#/shared/push.fixture.ts';

/** A form that is open while the same customer saves something in another tab. */
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens a page; `saveElsewhere` replaces answers and announces it like the server. */
async function open(path: string, answers: Answers) {
  const push = fakePush();
  await showApp({ path, push, answers });
  return (saved: Answers) => {
    Object.assign(answers, saved);
    push.say('account-changed', {});
  };
}
const me = (more: object = {}) => ({
  '/api/customers/customers/me': { body: { ...customer, ...more } },
});
const save = async (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('personal details saved in another tab show in this form, and are not sent back [SET-10]', async () => {
  const sent: unknown[] = [];
  const saveElsewhere = await open('/settings/personal-details', {
    ...me(),
    'PATCH /api/customers/customers/me': (_query, body) => {
      sent.push(body);
      return { status: 204, body: null };
    },
  });
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const phone = screen.getByRole<HTMLInputElement>('textbox', { name: /phone/i });
  await userEvent.type(phone, '+44 20 7946 0000');
  saveElsewhere(me({ name: 'Anna Holm', phoneNumber: '+43 1 234567' }));
  await waitFor(() => expect(name.value).toBe('Anna Holm'));
  expect(phone.value).toBe('+44 20 7946 0000');

  await save('Save');
  expect((await screen.findByRole('alert')).textContent).toMatch(/another tab.*Phone number.*\+43 1 234567/);
  expect(sent).toEqual([]);
  await save('Save');
  await waitFor(() => expect(sent).toEqual([{ phoneNumber: '+44 20 7946 0000' }]));
});

test('what another tab has saved can be kept instead of what was typed here [SET-10]', async () => {
  const saveElsewhere = await open('/settings/personal-details', me());
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const phone = screen.getByRole<HTMLInputElement>('textbox', { name: /phone/i });
  await userEvent.type(name, 'bel');
  await userEvent.type(phone, '+44 20 7946 0000');
  saveElsewhere(me({ name: 'Anna Holm', birthday: '1990-01-02' }));
  await screen.findByDisplayValue('1990-01-02');
  expect(screen.queryByRole('alert')).toBeNull();
  await save('Save');
  await save('Keep the saved version');
  expect(name.value).toBe('Anna Holm');
  expect(phone.value).toBe('+44 20 7946 0000');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an album renamed in another tab is not renamed here before the customer has seen that [NAM-06]', async () => {
  const push = fakePush();
  const sent: unknown[] = [];
  const answers: Answers = {
    ...answersOf([]),
    [`PATCH ${API}/albums/${ALBUM}`]: (_query, body) => {
      sent.push(body);
      return DONE;
    },
  };
  await showApp({ path: `/my-photos/albums/${ALBUM}`, push, answers, flags: ALL_ON });
  await userEvent.click(await screen.findByRole('button', { name: /Sea/ }));
  const name = await screen.findByRole<HTMLInputElement>('textbox');
  await userEvent.type(name, ' of ice');
  Object.assign(answers, answersOf([], { albumName: 'Lake' }));
  push.say('albums-changed', { albumIds: [ALBUM] });
  await screen.findByRole('button', { name: /Lake/, hidden: true });
  await save('Save');
  expect((await screen.findByRole('alert')).textContent).toMatch(/another tab.*Lake/);
  expect(sent).toEqual([]);
  await save('Save');
  await waitFor(() => expect(sent).toEqual([{ name: 'Sea of ice' }]));
});

const NEWSLETTER = '/api/customers/customers/me/newsletter';
const newsletter = (topics: string[]) => ({
  [NEWSLETTER]: {
    body: {
      email: customer.email,
      status: 'subscribed',
      topics,
      frequency: 'every',
      pausedUntil: null,
      pending: null,
      consent: { version: '1', text: '' },
    },
  },
});

test('newsletter topics saved in another tab are not taken back by a save in this one', async () => {
  const sent: unknown[] = [];
  const saveElsewhere = await open('/settings/newsletter', {
    ...me(),
    ...newsletter(['ideas']),
    [`PATCH ${NEWSLETTER}`]: (_query, body) => {
      sent.push(body);
      return newsletter(['offers'])[NEWSLETTER] ?? { body: null };
    },
  });
  const [ideas, offers] = await screen.findAllByRole<HTMLInputElement>('checkbox');
  expect([ideas?.checked, offers?.checked]).toEqual([true, false]);
  saveElsewhere(newsletter(['offers']));
  await waitFor(() => expect([ideas?.checked, offers?.checked]).toEqual([false, true]));
  await userEvent.click(screen.getByRole('radio', { name: /month/i }));
  await save('Save');
  await waitFor(() => expect(sent).toMatchObject([{ topics: ['offers'], frequency: 'monthly' }]));
});

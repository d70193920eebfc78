// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ImportItem } from '#/features/library/upload-queue/import-item.ts';
import { EMPTY_QUEUE, type ImportQueue } from '#/features/library/upload-queue/import-queue.ts';
import { type Settings, SettingsContext } from '#/shared/configuration.tsx';
import texts from '../../../../locales/en-GB.json' with { type: 'json' };
import type { PhoneSession } from './phone-session.ts';
import { Sending } from './sending.tsx';

afterEach(cleanup);

const failed = (id: number, reason: ImportItem['reason']): ImportItem => ({
  id,
  name: `${id}.jpg`,
  bytes: 9,
  sent: 0,
  isChecked: true,
  status: 'failed',
  reason,
});

/** The phone's page with these files, after `sentBefore` were sent before a reload. */
async function show(items: ImportItem[], sentBefore = 0) {
  const resources = { 'en-GB': { translation: texts } };
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en-GB', resources, interpolation: { escapeValue: false } });
  const session = {
    store: createStore<ImportQueue>(() => ({ ...EMPTY_QUEUE, items })),
    sentBefore: createStore(() => ({ count: sentBefore })),
    runner: { fileOf: () => undefined, retryFailed: () => undefined, remove: () => undefined },
    add: () => undefined,
  } as unknown as PhoneSession;
  const settings = { channel: { id: 'pennyfern', locale: 'en-GB' } } as unknown as Settings;
  render(
    <SettingsContext value={settings}>
      <Sending session={session} target="library" />
    </SettingsContext>,
  );
}

test('if storage is full the page says what helps, instead of offering to choose others', async () => {
  await show([failed(1, 'quota-exceeded'), failed(2, 'wrong-type')]);
  expect(screen.getByText(/^Your photo library is full\. On your computer, delete photos/)).toBeDefined();
  cleanup();
  await show([failed(1, 'storage-full')]);
  expect(screen.getByText(/This is not a problem with your phone\. Please try again later\.$/)).toBeDefined();
  cleanup();
  await show([failed(1, 'unreadable')]);
  expect(screen.getByText(/^See the reasons below\. You can choose other photos/)).toBeDefined();
});

test('photos sent before a reload still count if nothing else could be sent', async () => {
  await show([failed(1, 'quota-exceeded')], 3);
  expect(screen.getByRole('heading', { name: 'Not all files could be sent' })).toBeDefined();
  expect(screen.getByText('3 of 3 sent')).toBeDefined();
});

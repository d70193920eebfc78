// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { NOT_SELECTING, startSelecting } from '#/features/library/photo-grid/selection/selection.ts';
import type { ViewSelection } from '#/features/library/photo-grid/selection/use-selection.ts';
import texts from '../../../../locales/en-GB.json' with { type: 'json' };
import { ViewHeader } from './view-header.tsx';

beforeAll(async () => {
  const resources = { 'en-GB': { translation: texts } };
  await i18next.use(initReactI18next).init({ lng: 'en-GB', resources });
});
afterEach(cleanup);

function show(total: number, awaited = 0) {
  const selectAll = vi.fn();
  const selection = {
    selection: startSelecting(NOT_SELECTING),
    controller: { selectAll },
    awaited,
    rangeCount: 0,
  } as unknown as ViewSelection;
  render(
    <MantineProvider env="test">
      <ViewHeader selection={selection} total={total}>
        controls
      </ViewHeader>
    </MantineProvider>,
  );
  const all = screen.getByRole<HTMLButtonElement>('button', { name: 'Select all' });
  return { all, selectAll };
}

test('all photos can be selected as soon as they are known, and not before', () => {
  const before = show(0);
  expect(before.all.disabled).toBe(true);
  cleanup();
  const { all, selectAll } = show(4);
  all.click();
  expect(selectAll).toHaveBeenCalledOnce();
});

test('how many are selected and how many are being looked up are apart: each keeps to a line of its own', () => {
  show(434, 434);
  const more = screen.getByText('Loading 434 photos...');
  expect(more.previousElementSibling?.textContent).toBe('0 selected');
});

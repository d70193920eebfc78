// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { type Settings, SettingsContext } from '#/shared/configuration.tsx';
import texts from '../../../../../locales/de-AT.json' with { type: 'json' };
import { SectionHeading } from './section-heading.tsx';

afterEach(cleanup);

async function show(width: number) {
  const resources = { 'de-AT': { translation: texts } };
  await i18next
    .use(initReactI18next)
    .init({ lng: 'de-AT', resources, interpolation: { escapeValue: false } });
  const onRetry = vi.fn();
  const settings = { channel: { id: 'bildersonn', locale: 'de-AT' } } as unknown as Settings;
  render(
    <MantineProvider env="test">
      <SettingsContext value={settings}>
        <SectionHeading
          id="s"
          sectionKey="2026/10"
          titleOf={(_, length) => (length === 'short' ? 'Okt 2026' : 'Oktober 2026')}
          box={{ width, height: 36 }}
          state="none"
          isTabStop
          onToggle={() => undefined}
          onRetry={onRetry}
        />
      </SettingsContext>
    </MantineProvider>,
  );
  return onRetry;
}

test('the failure of a month between others stays within its own space, and can be retried', async () => {
  const onRetry = await show(130);
  const repeated = screen.getByRole('button', { name: 'Erneut versuchen' });
  expect(repeated.textContent).toBe('');
  expect(screen.getByRole('alert').textContent).toContain('Einige Fotos konnten nicht geladen werden');
  await userEvent.click(repeated);
  expect(onRetry).toHaveBeenCalledOnce();
});

test('with enough space a failure has a text', async () => {
  await show(358);
  expect(screen.getByRole('button', { name: 'Erneut versuchen' }).textContent).toBe('Erneut versuchen');
});

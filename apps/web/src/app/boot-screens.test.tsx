// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import texts from '../../locales/en-GB.json' with { type: 'json' };
import { BootFailure, CookieBlocked } from './boot-screens.tsx';

afterEach(cleanup);

test('the cookie-blocked page asks for site data and cookies [COK-05]', async () => {
  const resources = { 'en-GB': { translation: texts } };
  await i18next.use(initReactI18next).init({ lng: 'en-GB', resources });
  render(<CookieBlocked />);
  expect(screen.getByText(/enable site data and cookies/)).toBeDefined();
});

test('a start that failed can be tried again [ERR-05]', async () => {
  const onRetry = vi.fn();
  render(<BootFailure onRetry={onRetry} />);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

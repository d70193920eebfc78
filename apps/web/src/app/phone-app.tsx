import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { loadPhonePage } from '#/features/library/phone-transfers/index.ts';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@fontsource-variable/inter/wght.css';
import './tokens.css';
import './base.css';
import { type Settings, SettingsContext } from '#/shared/configuration.tsx';
import { connectErrorReports, reportFailure } from '#/shared/error-reports.ts';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { deduplicatePresses } from '#/shared/ui/press-once.ts';
import { applyChannel } from './apply-channel.ts';
import { BootFailure, BootLoader } from './boot-screens.tsx';
import { loadSettings, loadTexts } from './load-configuration.ts';

/** Starts the page a phone opens with a code. Without sign-in, router and Mantine it is half the size of the app. */
export function startPhone(root: Element): void {
  followScheme(document.documentElement);
  deduplicatePresses();
  createRoot(root).render(
    <StrictMode>
      <PhoneApp />
    </StrictMode>,
  );
}

const PhonePage = lazyPart(loadPhonePage, <BootLoader />);

/** The phone's page in the channel's theme and language. It loads configuration and texts, but no session. */
function PhoneApp() {
  const [settings, setSettings] = useState<Settings | 'failed' | null>(null);
  const start = () => {
    setSettings(null);
    loadPage().then(setSettings, (error: unknown) => {
      reportFailure('LOAD_CONFIGURATION', error);
      setSettings('failed');
    });
  };
  useEffect(start, []);
  if (settings === 'failed') return <BootFailure onRetry={start} />;
  if (!settings) return <BootLoader />;
  return (
    <SettingsContext value={settings}>
      <PhonePage />
    </SettingsContext>
  );
}

async function loadPage(): Promise<Settings> {
  const settings = await loadSettings(new URLSearchParams(window.location.search).get('channel'));
  connectErrorReports(settings.configuration.errorReportingUrl);
  applyChannel(settings.channel);
  await loadTexts(settings.channel);
  return settings;
}

/** Follows the system's light or dark scheme, as Mantine does on the other pages. */
function followScheme(page: HTMLElement): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => page.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', apply);
  apply();
}

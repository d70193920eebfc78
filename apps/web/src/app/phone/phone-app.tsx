import { lazy, Suspense, useEffect, useState } from 'react';
import { type Settings, SettingsContext } from '#/shared/configuration.tsx';
import { connectFailureReporting } from '#/shared/error-reports.ts';
import { BootFailure, BootLoader } from '../boot/boot-screens.tsx';
import { loadSettings } from '../boot/load-settings.ts';
import { loadTexts } from '../boot/load-texts.ts';
import { applyChannel } from '../theme/apply-channel.ts';

const PhonePage = lazy(() => import('#/features/library/phone-transfers/phone-page.tsx'));

/** The phone's page in the channel's look and language: configuration and texts, and no session. */
export function PhoneApp() {
  const [settings, setSettings] = useState<Settings | 'failed' | null>(null);
  const start = () => {
    setSettings(null);
    layGrounds().then(setSettings, () => setSettings('failed'));
  };
  useEffect(start, []);
  if (settings === 'failed') return <BootFailure onRetry={start} />;
  if (!settings) return <BootLoader />;
  return (
    <SettingsContext value={settings}>
      <Suspense fallback={<BootLoader />}>
        <PhonePage />
      </Suspense>
    </SettingsContext>
  );
}

async function layGrounds(): Promise<Settings> {
  const settings = await loadSettings(new URLSearchParams(window.location.search).get('channel'));
  connectFailureReporting(settings.configuration.errorReportingUrl);
  applyChannel(settings.channel);
  await loadTexts(settings.channel.locale);
  return settings;
}

// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Settings, SettingsContext } from '#/shared/configuration.tsx';
import { ImportHost } from './import-host.tsx';
import { openImport } from './import-opener.ts';

vi.mock('./import-feature.tsx', () => ({ default: () => <p>the import</p> }));
afterEach(cleanup);

function show(featureFlags: Record<string, string[]>) {
  const settings = { configuration: { featureFlags } } as unknown as Settings;
  render(
    <SettingsContext value={settings}>
      <ImportHost />
    </SettingsContext>,
  );
  act(openImport);
}

test('[FLG-07] the import is there only while its flag is on', async () => {
  show({});
  expect(screen.queryByText('the import')).toBeNull();
  cleanup();
  show({ PhotoManagementUploadViewEnabled: ['*'] });
  expect(await screen.findByText('the import')).toBeDefined();
});

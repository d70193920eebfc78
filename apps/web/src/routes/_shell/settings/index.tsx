import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '#/features/account/settings/settings-page.tsx';
import type { MenuEntry } from '#/shared/extension-points.ts';
import { SettingsIcon } from '#/shared/ui/icons.tsx';
import { groups } from './-groups.ts';

export const settingsEntry: MenuEntry = {
  key: 'settings',
  label: 'shell.settings',
  icon: <SettingsIcon />,
  to: '/settings',
};

export const Route = createFileRoute('/_shell/settings/')({
  component: () => <SettingsPage groups={groups} />,
  staticData: { heading: { text: 'settings.title' } },
});

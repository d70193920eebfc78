import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '#/features/account/settings/index.ts';
import type { MenuEntry } from '#/features/frame/shell/index.ts';
import { SettingsIcon } from '#/shared/ui/icons.tsx';
import { businessGroups } from './-groups.ts';

/** Takes the place of the consumers' entry [SHL-08]. */
export const businessSettingsEntry: MenuEntry = {
  key: 'settings',
  label: 'shell.settings',
  icon: <SettingsIcon />,
  to: '/settings/b2b',
  audience: 'business',
};

export const Route = createFileRoute('/_shell/settings/b2b/')({
  component: () => <SettingsPage groups={businessGroups} />,
  staticData: { heading: { text: 'settings.title' } },
});

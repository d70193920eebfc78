import { createFileRoute, Navigate } from '@tanstack/react-router';
import { SettingsPage } from '#/features/account/settings/index.ts';
import type { MenuEntry } from '#/features/frame/shell/index.ts';
import { useIsBusiness } from '#/shared/customer-query.ts';
import { SettingsIcon } from '#/shared/ui/icons.tsx';
import { groups } from './-groups.ts';

export const settingsEntry: MenuEntry = {
  key: 'settings',
  label: 'shell.settings',
  icon: <SettingsIcon />,
  to: '/settings',
  audience: 'consumers',
};

export const Route = createFileRoute('/_shell/settings/')({
  component: Settings,
  staticData: { heading: { text: 'settings.title' } },
});

/** Back links of individual settings lead here; business customers are redirected to their own page. */
function Settings() {
  return useIsBusiness().isBusiness ? (
    <Navigate to="/settings/b2b" replace />
  ) : (
    <SettingsPage groups={groups} />
  );
}

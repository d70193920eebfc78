import { createFileRoute, Navigate } from '@tanstack/react-router';
import { SettingsPage } from '#/features/account/settings/index.ts';
import { useIsBusiness } from '#/shared/customer-query.ts';
import { SettingsIcon } from '#/shared/ui/icons.tsx';
import { groups } from './-groups.ts';

export const Route = createFileRoute('/_shell/settings/')({
  component: Settings,
  staticData: {
    heading: { text: 'settings.title' },
    menu: {
      group: 'account',
      rank: 1,
      label: 'shell.settings',
      icon: <SettingsIcon />,
      audience: 'consumers',
    },
  },
});

/** Back links of individual settings lead here; business customers are redirected to their own page. */
function Settings() {
  return useIsBusiness().isBusiness ? (
    <Navigate to="/settings/b2b" replace />
  ) : (
    <SettingsPage groups={groups} />
  );
}

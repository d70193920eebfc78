import { createFileRoute } from '@tanstack/react-router';
import { contactsGroup, firmGroup } from '#/features/account/business/index.ts';
import { emailGroup } from '#/features/account/identity/index.ts';
import { type SettingsGroup, SettingsPage } from '#/features/account/settings/index.ts';
import { callbacksGroup } from '#/features/exchange/callbacks/index.ts';
import { SettingsIcon } from '#/shared/ui/icons.tsx';
import { groups } from '../-groups.ts';

/** The settings groups of business customers, top to bottom: their firm's, and those of all customers. */
const businessGroups: readonly SettingsGroup[] = [
  firmGroup,
  contactsGroup,
  callbacksGroup,
  ...groups.map((group) =>
    group.key === emailGroup.key ? { ...group, to: '/settings/b2b/email' as const } : group,
  ),
];

export const Route = createFileRoute('/_shell/settings/b2b/')({
  component: () => <SettingsPage groups={businessGroups} />,
  staticData: {
    heading: { text: 'settings.title' },
    // Takes the place of the consumers' entry.
    menu: {
      group: 'account',
      rank: 1,
      label: 'shell.settings',
      icon: <SettingsIcon />,
      audience: 'business',
    },
  },
});

import { contactsGroup, firmGroup } from '#/features/account/business/groups.tsx';
import { emailGroup } from '#/features/account/identity/groups.tsx';
import { callbacksGroup } from '#/features/exchange/callbacks/group.tsx';
import type { SettingsGroup } from '#/shared/extension-points.ts';
import { groups } from '../-groups.ts';

/** The settings groups of business customers, top to bottom: their firm's, and those of all customers. */
export const businessGroups: readonly SettingsGroup[] = [
  firmGroup,
  contactsGroup,
  callbacksGroup,
  ...groups.map((group) =>
    group.key === emailGroup.key ? { ...group, to: '/settings/b2b/email' as const } : group,
  ),
];

import { contactsGroup, firmGroup } from '#/features/account/business/index.ts';
import { emailGroup } from '#/features/account/identity/index.ts';
import type { SettingsGroup } from '#/features/account/settings/index.ts';
import { callbacksGroup } from '#/features/exchange/callbacks/index.ts';
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

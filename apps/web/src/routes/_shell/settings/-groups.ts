import { addressesGroup } from '#/features/account/addresses/group.tsx';
import { deletionGroup } from '#/features/account/deletion/group.tsx';
import { emailGroup, securityGroup } from '#/features/account/identity/groups.tsx';
import { myDataGroup } from '#/features/account/my-data/group.tsx';
import { newsletterGroup } from '#/features/account/newsletter/queries.tsx';
import { paymentGroup } from '#/features/account/payment-methods/queries.tsx';
import { languageGroup, personalDetailsGroup } from '#/features/account/settings/groups.tsx';
import type { SettingsGroup } from '#/shared/extension-points.ts';

/** The groups of the settings, top to bottom. */
export const groups: readonly SettingsGroup[] = [
  personalDetailsGroup,
  emailGroup,
  securityGroup,
  addressesGroup,
  paymentGroup,
  newsletterGroup,
  languageGroup,
  myDataGroup,
  deletionGroup,
];

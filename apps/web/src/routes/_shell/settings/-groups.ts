import { addressesGroup } from '#/features/account/addresses/index.ts';
import { deletionGroup } from '#/features/account/deletion/index.ts';
import { emailGroup, securityGroup } from '#/features/account/identity/index.ts';
import { myDataGroup } from '#/features/account/my-data/index.ts';
import { newsletterGroup } from '#/features/account/newsletter/index.ts';
import { paymentGroup } from '#/features/account/payment-methods/index.ts';
import {
  languageGroup,
  personalDetailsGroup,
  type SettingsGroup,
} from '#/features/account/settings/index.ts';

/** The groups of the settings, top to bottom: which stands where is decided here, by hand. */
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

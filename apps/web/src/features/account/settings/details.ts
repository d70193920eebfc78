import { isValidField, normaliseField } from '@keepsake/contracts/account/addresses';
import type { Customer } from '@keepsake/contracts/account/customers';
import {
  isBirthday,
  isName,
  normaliseName,
  type PersonalDetails,
} from '@keepsake/contracts/account/personal-details';
import type { Locale } from '@keepsake/contracts/frame/configuration';
import { serverNow } from '#/shared/server-time.ts';

export type DetailName = 'name' | 'birthday' | 'phoneNumber';

/** Values of the form's fields; empty strings for missing values. */
export type TypedDetails = Record<DetailName, string> & {
  mailLocale: Locale;
  /** The browser reports no value for an incomplete date. */
  isHalfTyped?: boolean;
};

export const typedDetailsOf = ({ name, birthday, phoneNumber, mailLocale }: Customer): TypedDetails => ({
  name,
  birthday: birthday ?? '',
  phoneNumber: phoneNumber ?? '',
  mailLocale,
});

/** The invalid fields, in form order. Phone numbers without a country code are taken as numbers of `country`. */
export function faultsOf(typed: TypedDetails, country: string, now = serverNow()): DetailName[] {
  const { name, birthday, phoneNumber, isHalfTyped = false } = typed;
  const two = (part: number) => String(part).padStart(2, '0');
  const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const isWrong: Record<DetailName, boolean> = {
    name: !isName(normaliseName(name)),
    birthday: isHalfTyped || (birthday !== '' && !isBirthday(birthday, today)),
    phoneNumber: !isValidField('phoneNumber', normaliseField('phoneNumber', phoneNumber, country), country),
  };
  return (['name', 'birthday', 'phoneNumber'] as const).filter((field) => isWrong[field]);
}

/** The differences from what is saved. */
export function changesOf(typed: TypedDetails, saved: Customer): PersonalDetails {
  const { name, birthday, phoneNumber, mailLocale } = typed;
  const before = typedDetailsOf(saved);
  return {
    ...(normaliseName(name) !== before.name && { name }),
    ...(birthday !== before.birthday && { birthday: birthday || null }),
    ...(phoneNumber !== before.phoneNumber && { phoneNumber: phoneNumber.trim() || null }),
    ...(mailLocale !== before.mailLocale && { mailLocale }),
  };
}

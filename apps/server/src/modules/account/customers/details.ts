import { isValidField, normaliseField } from '@keepsake/contracts/account/addresses';
import type { Customer } from '@keepsake/contracts/account/customers';
import {
  DETAIL_MESSAGES,
  isBirthday,
  type PersonalDetails,
} from '@keepsake/contracts/account/personal-details';
import { HOUR_MS } from '../../../platform/clock.ts';
import { findLanguage, requireLanguage } from '../../../platform/languages.ts';
import { spelledAddress } from '../../../platform/mail-address.ts';
import { Problem } from '../../../platform/problem.ts';
import { push } from '../../../platform/push.ts';
import type { CallOrigin } from '../../../platform/security-log.ts';
import { channelOrDefault } from '../../frame/channels/index.ts';
import type { B2bAccountStatus, CallbackChoice, Deps } from './deps.ts';
import { type CustomerRow, findCustomer, updateDetails } from './store.ts';

const channelOf = ({ channel }: CustomerRow) => channelOrDefault(channel);

type Presented = {
  isBusiness: boolean;
  isChanging: boolean;
  emailReturnedAt: Date | null;
  callbacks: CallbackChoice | null;
  /** Null for consumers. */
  accountStatus: B2bAccountStatus | null;
};

/** A customer in its wire format. */
export function presentCustomer(
  row: CustomerRow,
  { isBusiness, isChanging, emailReturnedAt, callbacks, accountStatus }: Presented,
): Customer {
  return {
    customerId: row.user_id,
    email: spelledAddress(row.email),
    emailReturnedAt: emailReturnedAt?.toISOString() ?? null,
    name: row.name,
    channel: row.channel,
    registrationDate: row.registered_at.toISOString(),
    accountDeleted: false,
    changed: isChanging,
    isB2b: isBusiness,
    b2bStatus: accountStatus?.status ?? null,
    b2bMissing: accountStatus?.missing ?? [],
    birthday: row.birthday,
    phoneNumber: row.phone_number,
    mailLocale: findLanguage(row.mail_locale) ?? channelOf(row).locale,
    callbackUrl: callbacks?.callbackUrl ?? null,
    callbackFormat: callbacks?.callbackFormat ?? null,
  };
}

/** Changes the given details of a customer, and the account with them, all or nothing. Throws `invalid-request`. */
export async function changeDetails(
  { db, clock, changeAccount, callbacks }: Pick<Deps, 'db' | 'clock' | 'changeAccount' | 'callbacks'>,
  { customer, request }: { customer: CustomerRow; request: CallOrigin },
  { callbackUrl, callbackFormat, ...requested }: PersonalDetails,
): Promise<CustomerRow> {
  const { user_id: customerId } = customer;
  const now = clock();
  const details = checkDetails(requested, { country: channelOf(customer).country, now });
  return db.transaction().execute(async (trx) => {
    await updateDetails(trx, customerId, { ...details, now });
    await changeAccount(trx, customerId, { name: details.name, locale: details.mailLocale });
    if (callbackUrl !== undefined || callbackFormat !== undefined)
      await callbacks().changeChoice(trx, customerId, { callbackUrl, callbackFormat, request });
    await push(trx, customerId, { type: 'account-changed', data: {} }, now);
    const changed = await findCustomer(trx, customerId);
    if (!changed || changed.deleted_at) throw new Problem('not-found');
    return changed;
  });
}

/** Details in their stored form. It may already be tomorrow in the easternmost time zone, whose birthdays must not be refused. */
function checkDetails(
  requested: PersonalDetails,
  { country, now }: { country: string; now: Date },
): PersonalDetails {
  const { birthday, phoneNumber, mailLocale } = requested;
  if (mailLocale !== undefined) requireLanguage(mailLocale, 'body.mailLocale');
  const tomorrow = new Date(now.getTime() + FURTHEST_ZONE_MS).toISOString().slice(0, 10);
  const normalised = normaliseField('phoneNumber', phoneNumber ?? '', country);
  const wrong = [
    birthday && !isBirthday(birthday, tomorrow) && 'birthday',
    !isValidField('phoneNumber', normalised, country) && 'phoneNumber',
  ].filter((field) => field === 'birthday' || field === 'phoneNumber');
  if (wrong.length > 0) {
    const errors = wrong.map((field) => ({ path: `body.${field}`, message: DETAIL_MESSAGES[field] }));
    throw new Problem('invalid-request', { errors });
  }
  return phoneNumber === undefined ? requested : { ...requested, phoneNumber: normalised || null };
}

const FURTHEST_ZONE_MS = 14 * HOUR_MS;

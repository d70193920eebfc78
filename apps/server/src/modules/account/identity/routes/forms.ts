import * as z from 'zod';
import { isMailAddress } from '../../../../platform/mail.ts';
import { findPasswordFault } from '../accounts/password-rules.ts';
import type { Appearance } from '../pages/appearance.ts';
import type { Faults } from '../pages/form.ts';
import { PASSWORD_LIMITS } from '../pages/form-pages.ts';

/** A field of a posted form; what is missing, repeated or absurdly long counts as empty. Unknown fields are dropped. */
const field = z.string().max(2_000).catch('');
const posted = z.object({ email: field, name: field, password: field, 'confirmation-token': field });

export type Posted = { email: string; name: string; password: string; token: string };

export function readForm(body: unknown): Posted {
  const { email, name, password, 'confirmation-token': token } = posted.parse(body ?? {});
  return { email: email.trim().normalize('NFC'), name: name.trim().normalize('NFC'), password, token };
}

export function emailFaults({ t }: Appearance, { email }: Posted): Faults {
  return isMailAddress(email) ? {} : { email: t('fault.email') };
}

/** A password as it is typed to sign in: whatever it is, but something. */
export function givenPasswordFaults({ t }: Appearance, { password }: Posted): Faults {
  return password === '' ? { password: t('fault.passwordMissing') } : {};
}

export function nameFaults({ t }: Appearance, { name }: Posted): Faults {
  const isName = name !== '' && [...name].length <= 100 && !/[\p{Cc}\p{Bidi_Control}]/u.test(name);
  return isName ? {} : { name: t('fault.name') };
}

export function newPasswordFaults(
  { t }: Appearance,
  { email, password }: Pick<Posted, 'email' | 'password'>,
): Faults {
  const fault = findPasswordFault(password, email);
  return fault ? { password: t(fault, PASSWORD_LIMITS) } : {};
}

export function hasFaults(faults: Faults): boolean {
  return Object.keys(faults).length > 0;
}

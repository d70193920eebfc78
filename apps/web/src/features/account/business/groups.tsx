import type { Business } from '@keepsake/contracts/account/business';
import { useTranslation } from 'react-i18next';
import { settingsGroup } from '#/features/account/settings/index.ts';
import { Missing } from './business-banner.tsx';
import { businessQuery } from './queries.ts';

/** The settings group for the firm of a business customer [RTE-25]. */
export const firmGroup = settingsGroup({
  key: 'firm',
  title: 'business.firm.title',
  action: 'settings.change',
  actionInFull: 'business.firm.change',
  to: '/settings/b2b/company',
  query: businessQuery,
  Value: FirmValue,
});

function FirmValue({ data }: { data: Business }) {
  const { t } = useTranslation();
  const { company, registerNumber, vatId, vatState, isVatExempt, missing, status, blockReason } = data;
  return (
    <>
      {company && <p dir="auto">{company}</p>}
      {registerNumber && <p>{t('business.firm.register', { number: registerNumber })}</p>}
      {vatId && (
        <p>
          {t('business.firm.vatId', { vatId })}
          {/* An unchecked VAT id of a validated firm has been reviewed by an operator. */}
          {vatState &&
            !(status === null && vatState === 'unchecked') &&
            ` (${t(`business.firm.vat.${vatState}`)})`}
        </p>
      )}
      {isVatExempt && <p>{t('business.firm.exempt')}</p>}
      {blockReason && <p dir="auto">{t('business.firm.blocked', { reason: blockReason })}</p>}
      {status !== null && missing.length > 0 && (
        <p>
          <Missing details={missing} />
        </p>
      )}
    </>
  );
}

/** The settings group for the invoice address and contacts. */
export const contactsGroup = settingsGroup({
  key: 'contacts',
  title: 'business.people.title',
  action: 'settings.change',
  actionInFull: 'business.people.change',
  to: '/settings/b2b/company',
  query: businessQuery,
  Value: ContactsValue,
});

function ContactsValue({ data: { invoiceEmail, contacts } }: { data: Business }) {
  const { t } = useTranslation();
  if (!invoiceEmail && contacts.length === 0) return <p>{t('business.firm.none')}</p>;
  return (
    <>
      {invoiceEmail && <p>{t('business.people.invoices', { email: invoiceEmail })}</p>}
      {contacts.map(({ name, email, phoneNumber }) => (
        <p key={`${name} ${email}`} dir="auto">
          {[name, email, phoneNumber].filter(Boolean).join(', ')}
        </p>
      ))}
    </>
  );
}

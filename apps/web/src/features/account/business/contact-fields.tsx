import { MAX_CONTACTS } from '@keepsake/contracts/account/business';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useTranslation } from 'react-i18next';
import forms from '#/shared/ui/form.module.css';
import classes from './company-form.module.css';
import { CONTACT_FIELDS, emptyContact, nameOfField, type TypedContact } from './typed-firm.ts';

const TYPES = { name: 'text', email: 'email', phoneNumber: 'tel' } as const;

type Fields = {
  isOff: boolean;
  isWrong: (name: string) => boolean;
  onLeave: (name: string) => void;
};

type Props = Fields & {
  contacts: readonly TypedContact[];
  onChange: (contacts: TypedContact[]) => void;
};

/** The contacts at a firm, to which more can be added. */
export function Contacts({ contacts, onChange, ...fields }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.contacts}>
      <legend className={forms.heading}>{t('business.page.contacts')}</legend>
      <p className={forms.soft}>{t('business.page.contactsHelp')}</p>
      {contacts.map((contact, at) => (
        <ContactFields
          key={contact.key}
          at={at}
          contact={contact}
          onChange={(changed) => onChange(contacts.with(at, changed))}
          onRemove={() => onChange(contacts.toSpliced(at, 1))}
          {...fields}
        />
      ))}
      {contacts.length < MAX_CONTACTS && (
        <Button
          variant="default"
          disabled={fields.isOff}
          onClick={() => onChange([...contacts, emptyContact()])}
        >
          {t('business.page.add')}
        </Button>
      )}
    </fieldset>
  );
}

type ContactProps = Fields & {
  at: number;
  contact: TypedContact;
  onChange: (contact: TypedContact) => void;
  onRemove: () => void;
};

function ContactFields({ at, contact, isOff, isWrong, onLeave, onChange, onRemove }: ContactProps) {
  const { t } = useTranslation();
  const number = at + 1;
  return (
    <fieldset className={classes.contact}>
      <legend className={classes.name}>{t('business.page.contact', { number })}</legend>
      {CONTACT_FIELDS.map((field) => {
        const name = nameOfField(at, field);
        return (
          <TextInput
            key={field}
            name={name}
            type={TYPES[field]}
            dir={field === 'name' ? 'auto' : undefined}
            autoComplete="off"
            label={t(`business.page.field.${field}`)}
            value={contact[field]}
            error={isWrong(name) && t(`business.page.fault.${field}`)}
            onChange={({ currentTarget: { value } }) => onChange({ ...contact, [field]: value })}
            onBlur={() => onLeave(name)}
            readOnly={isOff}
          />
        );
      })}
      <Button
        className={classes.remove}
        variant="subtle"
        size="compact-sm"
        aria-label={t('business.page.removeOne', { number })}
        disabled={isOff}
        onClick={onRemove}
      >
        {t('business.page.remove')}
      </Button>
    </fieldset>
  );
}

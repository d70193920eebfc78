import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useTranslation } from 'react-i18next';
import classes from './company-form.module.css';
import { CONTACT_FIELDS, nameOfField, type TypedContact } from './typed-firm.ts';

const TYPES = { name: 'text', email: 'email', phoneNumber: 'tel' } as const;

type Props = {
  at: number;
  contact: TypedContact;
  isOff: boolean;
  isWrong: (name: string) => boolean;
  onLeave: (name: string) => void;
  onChange: (contact: TypedContact) => void;
  onRemove: () => void;
};

/** The fields of one contact at a firm. */
export function ContactFields({ at, contact, isOff, isWrong, onLeave, onChange, onRemove }: Props) {
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

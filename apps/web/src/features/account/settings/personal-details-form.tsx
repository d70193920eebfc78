import type { Customer } from '@keepsake/contracts/account/customers';
import { changeCustomer, type PersonalDetails } from '@keepsake/contracts/account/personal-details';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useChannel, useConfiguration } from '#/shared/configuration.tsx';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import classes from '#/shared/ui/form.module.css';
import { Select } from '#/shared/ui/select.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { changesOf, type DetailName, faultsOf, typedDetailsOf } from './details.ts';
import { languageName } from './language-name.ts';

/** Form for personal details. Fields are validated on blur, all of them on submit. */
export function PersonalDetailsForm({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const channel = useChannel();
  const { languages } = useConfiguration();
  const form = useRef<HTMLFormElement>(null);
  // Changes are computed against the values first seen, so that what another tab has changed meanwhile is neither reverted nor
  // replaces the form.
  const [seen] = useState(customer);
  const [typed, setTyped] = useState(() => typedDetailsOf(customer));
  const [judged, setJudged] = useState<readonly DetailName[]>([]);
  const { save, isSaving, hasFailed } = useSave();
  const faults = faultsOf(typed, channel.country);

  function submit(event: FormEvent) {
    event.preventDefault();
    setJudged(['name', 'birthday', 'phoneNumber']);
    const [first] = faults;
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else save(changesOf(typed, seen));
  }
  const fieldOf = (name: DetailName) => ({
    name,
    label: t(`settings.details.field.${name}`),
    value: typed[name],
    error: judged.includes(name) && faults.includes(name) && t(`settings.details.fault.${name}`),
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as [
      'label',
      'input',
      'error',
      'description',
    ],
    onChange: ({ currentTarget: { value, validity } }: { currentTarget: HTMLInputElement }) =>
      setTyped({ ...typed, [name]: value, ...(name === 'birthday' && { isHalfTyped: validity.badInput }) }),
    onBlur: () => setJudged((before) => [...before, name]),
    readOnly: isSaving,
  });
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <TextInput {...fieldOf('name')} autoComplete="name" required withAsterisk={false} dir="auto" />
      <TextInput
        {...fieldOf('birthday')}
        type="date"
        min="1900-01-01"
        autoComplete="bday"
        description={t('settings.details.whyBirthday')}
      />
      <TextInput
        {...fieldOf('phoneNumber')}
        type="tel"
        autoComplete="tel"
        description={t('settings.details.whyPhone')}
      />
      <div className={classes.field}>
        <span className={classes.label} aria-hidden="true">
          {t('settings.details.field.mailLocale')}
        </span>
        <Select
          label={t('settings.details.field.mailLocale')}
          value={typed.mailLocale}
          choices={languages.map((value) => ({ value, label: languageName(value) }))}
          onChange={(mailLocale) => setTyped({ ...typed, mailLocale })}
        />
      </div>
      <div className={classes.field}>
        <span className={classes.label}>{t('settings.details.field.channel')}</span>
        <span>
          {channel.name} <span className={classes.soft}>{t('address.countryStays')}</span>
        </span>
      </div>
      {hasFailed && <DialogAlert>{t('settings.details.notSaved')}</DialogAlert>}
      <div className={classes.actions}>
        <Button type="submit" loading={isSaving}>
          {t('settings.save')}
        </Button>
        <Button
          variant="default"
          disabled={isSaving}
          renderRoot={(props) => <Link to="/settings" {...props} />}
        >
          {t('address.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Saves the differences and returns to the settings. */
function useSave() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: PersonalDetails) => call(changeCustomer, { body }),
    meta: { action: 'CHANGE_CUSTOMER', invalidates: ['Customer'] },
    onSuccess() {
      showToast({ message: t('settings.details.saved'), tone: 'success' });
      void navigate({ to: '/settings' });
    },
  });
  return {
    save(changes: PersonalDetails) {
      if (Object.keys(changes).length > 0) mutate(changes);
      else void navigate({ to: '/settings' });
    },
    isSaving: isPending,
    hasFailed: error !== null,
  };
}

import type { Customer } from '@keepsake/contracts/account/customers';
import { changeCustomer, type PersonalDetails } from '@keepsake/contracts/account/personal-details';
import { TextInput } from '@mantine/core';
import { customerQuery } from '#/shared/customer-query.ts';
import '@mantine/core/styles/Input.layer.css';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useChannel, useConfiguration } from '#/shared/configuration.tsx';
import { capitalised, formatDayInSentence, useLocale } from '#/shared/format.ts';
import { ChangedElsewhere } from '#/shared/ui/changed-elsewhere.tsx';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import classes from '#/shared/ui/form.module.css';
import { HELP_BELOW, SaveActions, SelectField } from '#/shared/ui/form-fields.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useWayBack } from '#/shared/ui/way-back.ts';
import { useForm } from '#/shared/use-form.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import { changesOf, type DetailName, faultsOf, type TypedDetails, typedDetailsOf } from './details.ts';
import { languageName } from './groups.tsx';

/** Form for personal details. Fields are validated when they are left, all of them on submit. */
export function PersonalDetailsForm({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const { languages } = useConfiguration();
  const { form, detail, values, change, overtaken, keepSaved, isSaving, error } = useDetails(customer);
  return (
    <form {...form} className={classes.form}>
      <TextInput {...detail('name')} autoComplete="name" required withAsterisk={false} dir="auto" />
      <TextInput
        {...detail('birthday')}
        type="date"
        min="1900-01-01"
        autoComplete="bday"
        description={t('settings.details.whyBirthday')}
        onChange={({ currentTarget: { value, validity } }) =>
          change({ birthday: value, isHalfTyped: validity.badInput })
        }
      />
      <TextInput
        {...detail('phoneNumber')}
        type="tel"
        autoComplete="tel"
        description={t('settings.details.whyPhone')}
      />
      <SelectField
        label={t('settings.details.field.mailLocale')}
        value={values.mailLocale}
        choices={languages.map((value) => ({
          value,
          label: capitalised(languageName(value, languages), value),
        }))}
        onChange={(mailLocale) => change({ mailLocale })}
      />
      <Brand />
      <ChangedElsewhere saved={useReadable(overtaken)} isSaving={isSaving} onKeep={keepSaved} />
      {error && <DialogAlert error={error}>{t('settings.details.notSaved')}</DialogAlert>}
      <SaveActions save={t('settings.save')} isSaving={isSaving} cancelTo="/settings" />
    </form>
  );
}

/** What others have saved, as the form words it. */
function useReadable({ name, birthday, phoneNumber, mailLocale }: Partial<TypedDetails>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { languages } = useConfiguration();
  const values = {
    name,
    phoneNumber,
    birthday: birthday && formatDayInSentence(birthday, locale),
    mailLocale: mailLocale && capitalised(languageName(mailLocale, languages), mailLocale),
  };
  return (['name', 'birthday', 'phoneNumber', 'mailLocale'] as const).flatMap((field) => {
    const value = values[field];
    return value === undefined ? [] : [{ label: t(`settings.details.field.${field}`), value }];
  });
}

/** The brand, which cannot be changed. */
function Brand() {
  const { t } = useTranslation();
  const { name } = useChannel();
  return (
    <div className={classes.field}>
      <span className={classes.label}>{t('settings.details.field.channel')}</span>
      <span>
        {name} <span className={classes.soft}>{t('address.countryStays')}</span>
      </span>
    </div>
  );
}

function useDetails(customer: Customer) {
  const { t } = useTranslation();
  const { country } = useChannel();
  const { save, ...saving } = useSave();
  const { textField, isWrong, ...form } = useForm({
    initial: () => typedDetailsOf(customer),
    isLive: true,
    showsOvertaken: true,
    faultsOf: (typed) => faultsOf(typed, country),
    unsaved: { failure: saving.error },
    judging: 'left',
    onSubmit: (typed) => save(changesOf(typed, customer)),
  });
  /** Properties of the input of one detail. */
  const detail = (name: DetailName) => ({
    ...textField(name),
    label: t(`settings.details.field.${name}`),
    error: isWrong(name) && t(`settings.details.fault.${name}`),
    inputWrapperOrder: HELP_BELOW,
    readOnly: saving.isSaving,
  });
  return { ...form, ...saving, detail };
}

/** Saves the differences and returns to the settings. */
function useSave() {
  const { t } = useTranslation();
  const goBackTo = useWayBack();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: PersonalDetails) => call(changeCustomer, { body }),
    meta: { action: 'CHANGE_CUSTOMER', invalidates: [customerQuery.queryKey] },
    onSuccess() {
      showToast({ message: t('settings.details.saved'), tone: 'success' });
      void goBackTo('/settings');
    },
  });
  return {
    save(changes: PersonalDetails) {
      if (Object.keys(changes).length > 0) mutate(changes);
      else void goBackTo('/settings');
    },
    isSaving: isPending,
    error,
  };
}

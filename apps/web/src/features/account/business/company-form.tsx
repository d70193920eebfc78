import { type Business, changeBusiness } from '@keepsake/contracts/account/business';
import { TextInput } from '@mantine/core';
import { customerQuery } from '#/shared/customer-query.ts';
import '@mantine/core/styles/Input.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import forms from '#/shared/ui/form.module.css';
import { HELP_BELOW, SaveActions } from '#/shared/ui/form-fields.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useWayBack } from '#/shared/ui/way-back.ts';
import { useForm } from '#/shared/use-form.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './company-form.module.css';
import { Contacts } from './contact-fields.tsx';
import { businessQuery } from './queries.ts';
import { detailsOf, FIRM_FIELDS, type FirmField, faultsOf, typedFirmOf } from './typed-firm.ts';

const AUTOFILL: Partial<Record<FirmField, string>> = { company: 'organization', invoiceEmail: 'email' };

/** The firm's details. They can be saved incomplete; fields are validated when they are left. */
export default function CompanyForm({ firm }: { firm: Business }) {
  const { t } = useTranslation();
  const { form, firmField, values, change, isWrong, leave, isSaving, error, failure } = useFirm(firm);
  const { contacts, isVatExempt } = values;
  const [company, registerNumber, vatId, invoiceEmail] = FIRM_FIELDS;
  return (
    <form {...form} className={forms.form}>
      <TextInput {...firmField(company)} dir="auto" />
      <TextInput {...firmField(registerNumber)} />
      {!isVatExempt && <TextInput {...firmField(vatId)} />}
      <Exempt
        isExempt={isVatExempt}
        isOff={isSaving}
        onChange={(chosen) => change({ isVatExempt: chosen })}
      />
      {firm.status === null && <p className={forms.soft}>{t('business.page.newCheck')}</p>}
      <TextInput {...firmField(invoiceEmail)} type="email" />
      <Contacts
        contacts={contacts}
        isWrong={isWrong}
        isOff={isSaving}
        onLeave={leave}
        onChange={(changed) => change({ contacts: changed })}
      />
      {failure && <DialogAlert error={error}>{t(`business.page.failure.${failure}`)}</DialogAlert>}
      <SaveActions save={t('business.page.save')} isSaving={isSaving} cancelTo="/settings/b2b" />
    </form>
  );
}

function useFirm(firm: Business) {
  const { t } = useTranslation();
  const { country } = useChannel();
  const { save, isSaving, error, failure, mistypedVatId } = useSave(firm, () => form.focusOn('vatId'));
  const { textField, ...form } = useForm({
    initial: () => typedFirmOf(firm),
    faultsOf: (typed) => faultsOf(typed, country),
    judging: 'left',
    unsaved: { failure: error },
    onSubmit: (typed) => save(detailsOf(typed)),
  });
  const isMistyped = mistypedVatId !== null && mistypedVatId === form.values.vatId.trim();
  /** Properties of the input of one detail. */
  const firmField = (name: FirmField) => ({
    ...textField(name),
    label: t(`business.page.field.${name}`),
    description: t(`business.page.help.${name}`),
    error: form.isWrong(name)
      ? t(`business.page.fault.${name}`)
      : name === 'vatId' && isMistyped && t('business.page.fault.vatDigits'),
    inputWrapperOrder: HELP_BELOW,
    autoComplete: AUTOFILL[name] ?? 'off',
    readOnly: isSaving,
  });
  return { ...form, firmField, isSaving, error, failure };
}

type ExemptProps = { isExempt: boolean; isOff: boolean; onChange: (isExempt: boolean) => void };

function Exempt({ isExempt, isOff, onChange }: ExemptProps) {
  const { t } = useTranslation();
  return (
    <label className={classes.exempt}>
      <input
        type="checkbox"
        checked={isExempt}
        disabled={isOff}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
      {t('business.page.exempt')}
    </label>
  );
}

/** Saves and returns to the settings. Changes by another tab are shown before they are overwritten. */
function useSave(firm: Business, onMistyped: () => void) {
  const { t } = useTranslation();
  const goBackTo = useWayBack();
  const client = useQueryClient();
  const [version, setVersion] = useState(firm.version);
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (details: ReturnType<typeof detailsOf>) =>
      call(changeBusiness, { body: { ...details, version } }),
    meta: { action: 'CHANGE_BUSINESS', invalidates: [businessQuery.queryKey, customerQuery.queryKey] },
    async onError(failure) {
      if (kindOf(failure) === 'mistyped') onMistyped();
      if (kindOf(failure) !== 'changedElsewhere') return;
      const present = await client.fetchQuery({ ...businessQuery, staleTime: 0 });
      setVersion(present.version);
    },
    onSuccess() {
      showToast({ message: t('business.page.saved'), tone: 'success' });
      void goBackTo('/settings/b2b');
    },
  });
  const kind = error && kindOf(error);
  return {
    save: mutate,
    isSaving: isPending,
    error,
    failure: kind === 'mistyped' ? null : kind,
    mistypedVatId: kind === 'mistyped' ? (variables?.vatId ?? null) : null,
  };
}

type Failure = 'changedElsewhere' | 'tooMany' | 'notSaved';

function kindOf(error: Error): Failure | 'mistyped' {
  const code = error instanceof ApiProblem ? error.code : '';
  if (code === 'too-many-requests') return 'tooMany';
  if (code === 'vat-id-mistyped') return 'mistyped';
  return code === 'conflict' ? 'changedElsewhere' : 'notSaved';
}
